import { unitKey } from '@/engine';
import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { partText } from './part-text';

type Execution = SinceWorkedRecord['run'];

/** A step or an iteration compared with its last completion, as lines. */
export function sinceWorkedLines({
  step,
  run,
  worked,
  definition,
  inputs,
  problem,
}: SinceWorkedRecord): string[] {
  const head = `${placeOf(step, run)}: ${executionText(run)}`;
  if (worked === null) return [head, neverText(step, run)];
  const isSameRun = worked.id === run.id;
  const different = inputs.filter(({ same }) => !same);
  return [
    head,
    ...(isSameRun ? [`No earlier run completed ${unitOf(step, run)} with the same item.`] : []),
    `${placeOf(step, worked)}${isSameRun ? ', the nearest iteration of this run that completed' : ''}: ${executionText(worked)}`,
    ...(isSameRun ? [] : definitionLines(definition)),
    ...different.map(
      ({ name, tried, worked: before }) => `input ${name}: ${partText(before)} → ${partText(tried)}`,
    ),
    problem ?? `${inputs.length - different.length} of ${inputs.length} inputs are the same.`,
  ];
}

/** `score`, or `score[6]` for an iteration. */
function unitOf(step: string, { iteration = [] }: Execution): string {
  return unitKey({ step, iteration });
}

function placeOf(step: string, execution: Execution): string {
  return `${unitOf(step, execution)} in #${execution.number} (v${execution.version})`;
}

function neverText(step: string, run: Execution): string {
  if (run.iteration === undefined) return `No earlier run of the pipeline completed ${step}.`;
  return `No earlier run completed ${unitOf(step, run)} with the same item, and no other iteration of this run completed.`;
}

function definitionLines({ total, changes }: SinceWorkedRecord['definition']): string[] {
  return [
    total === 0 ? 'definition: the same' : `definition: ${total} changed`,
    ...changes.map(({ kind, path }) => `  ${path.join('.')}: ${kind}`),
  ];
}

function executionText({ step, error, output }: Execution): string {
  if (step === null) return 'not reached';
  const time = step.durationMs === null ? '' : `, ${(step.durationMs / 1000).toFixed(1)} s`;
  const attempts = step.attempts > 1 ? `, ${step.attempts} attempts` : '';
  const end = error === null ? ` ${partText(output)}` : ` ${error.kind}: ${error.message}`;
  return `${step.status}${time}${attempts},${end}`;
}
