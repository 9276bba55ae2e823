import { hidePipeline } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/** Deletes a pipeline from every list; its runs are kept. @throws NotFound */
export async function removePipeline(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  const hidden = await hidePipeline(ctx.sql, input.id);
  if (!hidden) throw new NotFound(`There is no pipeline ${input.id}. It may have been deleted already.`);
  return { id: input.id };
}
