import { buildGraph, type StepWhy, whyStep } from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import type { WhyRecord } from '@/lib/contracts/lineage';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { storedRun } from './diff';
import { getRun } from './get';

type Endpoint = typeof lineageEndpoints.why;

/** Why a step was skipped, failed or has not started. @throws NotFound also for a step that the run does not have */
export async function whyOfStep(
  ctx: ServiceContext,
  { id, step }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const { detail, definition, state } = await storedRun(ctx, await getRun(ctx, { id }));
  const graph = buildGraph(definition.pipeline, ctx.descriptors);
  if (!graph.steps.has(step)) throw new NotFound(`Run #${detail.number} has no step ${step}. Check its id.`);
  return { steps: whyStep(graph, state, step).map(whyRecord) };
}

function whyRecord({
  step,
  status,
  skip,
  taken,
  error,
  conditions,
  causes,
}: StepWhy): WhyRecord['steps'][number] {
  return {
    ...{ step, status, causes: [...causes] },
    skip: skip ? { reason: skip.reason, detail: skip.detail ?? null } : null,
    taken: taken ?? null,
    error: error ?? null,
    conditions: conditions.map(({ path, lines }) => ({
      path,
      lines: lines.map(({ value, ...line }) => ({ ...line, value: value ?? null })),
    })),
  };
}
