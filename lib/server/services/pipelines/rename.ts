import type { SavedPipeline } from '@/lib/contracts/pipelines';
import type { ServiceContext } from '../context';
import { getPipeline } from './get';
import { savePipeline } from './save';
import { readDocument, withName } from './text';

/**
 * Gives a pipeline another name. The name is part of the document, so this is a new version.
 * @throws NotFound
 * @throws Conflict when it was saved at the same moment
 */
export async function renamePipeline(
  ctx: ServiceContext,
  input: { id: string; name: string },
): Promise<SavedPipeline> {
  const current = await getPipeline(ctx, input);
  const renamed = withName(await readDocument(current.text, Number.POSITIVE_INFINITY), input.name);
  return savePipeline(ctx, { id: input.id, text: JSON.stringify(renamed), baseVersion: current.version });
}
