import type { RerunDraft } from '@/components/run-state/rerun-preview';
import type { PlanRerunInput } from '@/lib/contracts/reruns';

/** The request for a prepared re-run. */
export function requestOf(
  id: string,
  draft: RerunDraft | undefined,
  step: string | undefined,
): PlanRerunInput {
  if (!draft) return { id };
  const { scope, definition, params, inputs } = draft;
  const isOfStep = scope === 'from' || scope === 'only' || scope === 'up_to';
  return {
    ...{ id, scope, definition },
    ...(isOfStep && step !== undefined ? { step } : {}),
    ...(params ? { params } : {}),
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
  };
}
