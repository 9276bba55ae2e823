import type { z } from 'zod';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { lastInputsInput } from '@/lib/contracts/last-inputs';
import { shorten } from '../../shorten';
import { findHead } from '../../store/pipeline-head';
import { attemptInputs, chosenRun, plannedIterations } from '../../store/step-inputs';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { findIteration } from './iterations';

type Endpoint = typeof pipelineEndpoints.lastInputs;
type Input = z.output<typeof lastInputsInput>;

/** What a step received in a run, by default in the newest run of its pipeline. @throws NotFound */
export async function lastInputs(ctx: ServiceContext, input: Input): Promise<AnswerOf<Endpoint>> {
  const { pipelineId } = input;
  const run = await chosenRun(ctx, pipelineId, input.run);
  if (run) return { run, ...(await inputsIn(ctx, run.id, input)) };
  if ((await findHead(ctx.sql, pipelineId)) === undefined) throw doesNotExist('pipeline', pipelineId);
  return { run: null, inputs: null, attempts: 0, loop: null };
}

async function inputsIn(ctx: ServiceContext, runId: string, { step, iteration, attempt }: Input) {
  const index = iteration ?? 0;
  const planned = await plannedIterations(ctx, { runId, step, iteration: index });
  const loop = planned && { total: planned.total, index, item: shorten(planned.item ?? null) };
  const isChunked = iteration !== undefined && planned?.chunkSize !== undefined;
  const of = isChunked ? (await findIteration(ctx, { runId, step, index }))?.chunkRunId : runId;
  if (of === undefined) return { inputs: null, attempts: 0, loop: loop ?? null };
  const { inputs = null, attempts } = await attemptInputs(ctx, { runId: of, step, iteration, attempt });
  return { inputs, attempts, loop: loop ?? null };
}
