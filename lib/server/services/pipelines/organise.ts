import type { z } from 'zod';
import type { Organisation, organisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import { organisePipeline as organise } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/**
 * Sets the folder and the tags of a pipeline, and whether it is pinned to the top of the list. Makes no version.
 * @throws NotFound
 */
export async function organisePipeline(
  ctx: ServiceContext,
  { id, folder, tags, pinned }: z.output<typeof organisePipelineInput>,
): Promise<Organisation> {
  const organised = await organise(ctx.sql, id, {
    ...(folder === undefined ? {} : { folder }),
    ...(tags === undefined ? {} : { tags }),
    ...(pinned === undefined ? {} : { pinned }),
  });
  if (!organised) throw doesNotExist('pipeline', id);
  return organised;
}
