import type { z } from 'zod';
import type { PipelineDocument } from '@/engine';
import type { SavedDraft, saveDraftInput } from '@/lib/contracts/pipelines';
import { findDraft } from '../../store/drafts';
import type { ServiceContext } from '../context';
import { readDocument, TooManySteps } from './text';
import { writeDraft } from './write-draft';

/**
 * Stores the draft of a pipeline, even with problems, without making a version.
 * @throws Conflict with a `SaveConflict` when `baseRevision` is no longer the draft's
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 * @throws NotFound
 */
export async function saveDraft(
  ctx: ServiceContext,
  { text, ...input }: z.output<typeof saveDraftInput>,
): Promise<SavedDraft> {
  return writeDraft(ctx, { ...input, document: await readRevision(ctx, { id: input.id, text }) });
}

/**
 * A pipeline above the limit of steps may be saved with as many or fewer steps, so that it can be reduced.
 */
export async function readRevision(
  ctx: ServiceContext,
  { id, text }: { id: string; text: string },
): Promise<PipelineDocument> {
  try {
    return await readDocument(text, ctx.maxSteps);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    const stored = await findDraft(ctx.sql, id);
    return readDocument(text, Math.max(ctx.maxSteps, stored?.stepCount ?? 0));
  }
}
