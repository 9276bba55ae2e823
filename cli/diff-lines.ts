import type { RunDiffRecord, StepDiffRecord } from '@/lib/contracts/run-diffs';

/** The comparison of two runs as lines: params, steps that differ, and where it began. */
export function diffLines({ base, run, params, outputs, steps, first }: RunDiffRecord): string[] {
  const different = steps.filter(({ cause }) => cause !== null);
  const same = steps.length - different.length;
  return [
    `#${base.number} (v${base.version}, ${base.status}) and #${run.number} (v${run.version}, ${run.status})`,
    ...params.changes.map(({ kind, path }) => `param ${path.join('.')}: ${kind}`),
    ...outputs.map(({ name, kind }) => `output ${name}: ${kind}`),
    ...different.map((step) => stepLine(step, step.step === first)),
    different.length === 0 ? 'No step differs.' : `${same} of ${steps.length} steps are the same.`,
  ];
}

function stepLine({ step, base, run, text }: StepDiffRecord, isFirst: boolean): string {
  const statuses = `${base?.status ?? 'absent'} → ${run?.status ?? 'absent'}`;
  return `${isFirst ? '▶' : ' '} ${step} (${statuses}): ${text ?? ''}`;
}
