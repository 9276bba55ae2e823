import type { SaveConflict, SavedPipeline, SavePipelineInput } from '@/lib/contracts/pipelines';
import { replaceText } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { Conflict, NotFound } from '../errors';
import { listSecretNames } from '../secrets/list';
import { readDocument, versionText } from './text';

/**
 * Stores a new version of a pipeline; a draft with problems is stored too.
 * @throws Conflict with a `SaveConflict` when `baseVersion` is no longer current
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 * @throws NotFound
 */
export async function savePipeline(ctx: ServiceContext, input: SavePipelineInput): Promise<SavedPipeline> {
  const text = versionText(readDocument(input.text), ctx.descriptors, await listSecretNames(ctx));
  const replaced = await replaceText(ctx.sql, { id: input.id, baseVersion: input.baseVersion, text });
  if (replaced.outcome === 'missing') {
    throw new NotFound(`The pipeline ${input.id} was deleted. Export your version to keep it.`);
  }
  const { version, text: stored, updatedAt } = replaced.current;
  if (replaced.outcome === 'conflict') {
    const details: SaveConflict = { version, text: stored, updatedAt };
    throw new Conflict(
      `Version ${version} was saved meanwhile, your changes are based on version ${input.baseVersion}. Compare the two, then save yours on top or take theirs.`,
      { details },
    );
  }
  return { version, text: stored, updatedAt, changed: replaced.outcome === 'saved' };
}
