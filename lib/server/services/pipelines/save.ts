import type { PipelineDocument } from '@/engine/index';
import type { SaveConflict, SavedPipeline, SavePipelineInput } from '@/lib/contracts/pipelines';
import { currentStepCount, replaceText } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { Conflict, NotFound } from '../errors';
import { listSecretNames } from '../secrets/list';
import { readDocument, TooManySteps, versionText } from './text';

/**
 * Stores a new version of a pipeline; a draft with problems is stored too.
 * @throws Conflict with a `SaveConflict` when `baseVersion` is no longer current
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 * @throws NotFound
 */
export async function savePipeline(ctx: ServiceContext, input: SavePipelineInput): Promise<SavedPipeline> {
  const document = await readRevision(ctx, input);
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  const text = await versionText(document, ctx.descriptors, known);
  const replaced = await replaceText(ctx.sql, { id: input.id, baseVersion: input.baseVersion, text });
  if (replaced.outcome === 'missing') {
    throw new NotFound(`The pipeline ${input.id} was deleted. Export your version to keep it.`);
  }
  const { version, text: stored, updatedAt } = replaced.current;
  if (replaced.outcome === 'conflict') {
    const details: SaveConflict = { version, text: stored, updatedAt };
    throw new Conflict(
      `Version ${version} was saved in the meantime, and your changes are based on version ${input.baseVersion}. Compare both versions, then save yours or use version ${version}.`,
      { details },
    );
  }
  return { version, text: stored, updatedAt, changed: replaced.outcome === 'saved' };
}

/** A pipeline that has too many steps already may be saved with as many or fewer, so that it can be reduced. */
async function readRevision(ctx: ServiceContext, { id, text }: SavePipelineInput): Promise<PipelineDocument> {
  try {
    return await readDocument(text, ctx.maxSteps);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    const stored = await currentStepCount(ctx.sql, id);
    return readDocument(text, Math.max(ctx.maxSteps, stored ?? 0));
  }
}
