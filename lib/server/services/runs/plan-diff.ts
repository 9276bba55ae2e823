import { diffPlan, type Json, type PlanDiff, rerunReasonText } from '@/engine';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import type { PlanDiffRecord, PlanRerunInput } from '@/lib/contracts/reruns';
import type { ServiceContext } from '../context';
import { jsonDiffRecord, partRecord } from './diff-record';
import { withValues } from './plan-values';
import { prepareRerun } from './rerun-plan';

/**
 * Compares a run with the plan of a re-run. Starts and writes nothing.
 * @throws as `planRunAgain`
 */
export async function diffWithPlan(
  ctx: ServiceContext,
  input: PlanRerunInput,
): Promise<AnswerOf<typeof rerunEndpoints.diff>> {
  const { original, state, options } = await prepareRerun(ctx, input);
  const { params, steps } = await withValues(ctx, state, () => diffPlan(options));
  return {
    run: original.number,
    params: jsonDiffRecord(params),
    steps: steps.map((step) => stepRecord(step, `#${original.number}`)),
  };
}

function stepRecord(
  { planned, definition, inputs }: PlanDiff['steps'][number],
  run: string,
): PlanDiffRecord['steps'][number] {
  return {
    ...{ step: planned.step, do: planned.do, definition },
    text: rerunReasonText(planned, run),
    inputs: inputs.map(({ name, sameness, left, right }) => ({
      ...{ name, sameness },
      run: sent(left),
      planned: sent(right),
    })),
  };
}

function sent(value: Json | undefined) {
  return value === undefined ? null : partRecord(value);
}
