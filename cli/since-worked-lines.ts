import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { partText } from './part-text';

/** A step compared with the last run in which it worked, as lines. */
export function sinceWorkedLines({
  step,
  run,
  worked,
  definition,
  inputs,
  problem,
}: SinceWorkedRecord): string[] {
  const head = `${step} in #${run.number} (v${run.version}): ${executionText(run)}`;
  if (worked === null) return [head, `${step} completed in no earlier run of the pipeline.`];
  const different = inputs.filter(({ same }) => !same);
  return [
    head,
    `${step} in #${worked.number} (v${worked.version}): ${executionText(worked)}`,
    definition.total === 0 ? 'definition: the same' : `definition: ${definition.total} changed`,
    ...definition.changes.map(({ kind, path }) => `  ${path.join('.')}: ${kind}`),
    ...different.map(
      ({ name, tried, worked: before }) => `input ${name}: ${partText(before)} → ${partText(tried)}`,
    ),
    problem ?? `${inputs.length - different.length} of ${inputs.length} inputs are the same.`,
  ];
}

function executionText({ step, error, output }: SinceWorkedRecord['run']): string {
  if (step === null) return 'not reached';
  const time = step.durationMs === null ? '' : `, ${(step.durationMs / 1000).toFixed(1)} s`;
  const attempts = step.attempts > 1 ? `, ${step.attempts} attempts` : '';
  const end = error === null ? ` ${partText(output)}` : ` ${error.kind}: ${error.message}`;
  return `${step.status}${time}${attempts},${end}`;
}
