import type { PlanDiffRecord } from '@/lib/contracts/reruns';
import { partText } from './part-text';

/** How the plan of a re-run differs from the run, as lines. */
export function planDiffLines(diff: PlanDiffRecord): string[] {
  const { run, params, steps } = diff;
  return [
    `Plan of a re-run, compared with #${run}`,
    ...params.changes.map(({ kind, path }) => `param ${path.join('.')}: ${kind}`),
    ...steps.flatMap(stepLines),
    ...(isDifferent(diff) ? [] : ['Definition, params and known inputs are the same.']),
  ];
}

/** Whether a param, a definition or a known input differs. */
export function isDifferent({ params, steps }: PlanDiffRecord): boolean {
  return (
    params.total > 0 ||
    steps.some(
      ({ definition, inputs }) =>
        definition === 'different' || inputs.some(({ sameness }) => sameness === 'different'),
    )
  );
}

function stepLines({ step, definition, inputs }: PlanDiffRecord['steps'][number]): string[] {
  const edited = definition === 'different' ? [`${step}: definition differs`] : [];
  const values = inputs.flatMap(({ name, sameness, run, planned }) => {
    if (sameness === 'same') return [];
    if (sameness === 'unknown') return [`${step}.${name}: known only when the re-run executes`];
    return [`${step}.${name}: ${partText(run)} → ${partText(planned)}`];
  });
  return [...edited, ...values];
}
