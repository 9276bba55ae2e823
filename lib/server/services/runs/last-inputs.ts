import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { findHead } from '../../store/pipeline-head';
import { newestInputs } from '../../store/step-inputs';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

type Context = Pick<ServiceContext, 'sql' | 'blobs'>;
type Endpoint = typeof pipelineEndpoints.lastInputs;

/** What a step received in a run, by default in the newest run of its pipeline. @throws NotFound */
export async function lastInputs(
  ctx: Context,
  { pipelineId, step, run }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const newest = await newestInputs(ctx, { pipelineId, step, run });
  if (newest) return { run: newest.run, inputs: newest.inputs ?? null };
  if ((await findHead(ctx.sql, pipelineId)) === undefined) throw doesNotExist('pipeline', pipelineId);
  return { run: null, inputs: null };
}
