import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { newestRun } from '../../store/runs';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

type Context = Pick<ServiceContext, 'sql' | 'definitions'>;
type Endpoint = typeof pipelineEndpoints.params;

/** The params that the next run of a pipeline declares, and those of its newest run. @throws NotFound */
export async function pipelineParams(ctx: Context, { id }: InputOf<Endpoint>): Promise<AnswerOf<Endpoint>> {
  const [current, last] = await Promise.all([ctx.definitions.current(id), newestRun(ctx.sql, id)]);
  if (!current) throw doesNotExist('pipeline', id);
  return {
    declared: current.definition.document.params ?? {},
    last: last?.params ?? null,
    lastNumber: last?.number ?? null,
  };
}
