import { queryFor } from '@/client/queries';
import type { ValuesAt, ValuesFrom } from '@/components/editor/model/samples';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';

/** How long the values of a run are fresh, in ms. */
const FRESH_MS = 10_000;

export interface StepValuesOptions {
  readonly pipelineId: string;
  readonly step: string;
  readonly from: ValuesFrom;
  readonly at: ValuesAt | undefined;
  /** The inputs of the step itself, or of its chosen iteration. */
  readonly of: 'step' | 'iteration';
}

/** What a person chose for this step. */
export function ownPlace(at: ValuesAt | undefined, step: string): ValuesAt | undefined {
  return at?.step === step ? at : undefined;
}

/** Whether the values come from a run. */
export function readsRun({ kind }: ValuesFrom): boolean {
  return kind === 'newest' || kind === 'run';
}

/** What a step received in the chosen run, iteration and attempt. Answers for the same choice are shared. */
export function stepValues({ pipelineId, step, from, at, of }: StepValuesOptions) {
  const own = ownPlace(at, step);
  return {
    ...queryFor(pipelineEndpoints.lastInputs, {
      pipelineId,
      step,
      ...(from.kind === 'run' ? { run: from.id } : {}),
      ...(of === 'iteration' ? { iteration: own?.iteration ?? 0 } : {}),
      ...(own?.attempt === undefined ? {} : { attempt: own.attempt }),
    }),
    staleTime: FRESH_MS,
  };
}
