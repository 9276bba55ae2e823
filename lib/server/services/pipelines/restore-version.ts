import type { z } from 'zod';
import type { restoreVersionInput, SavedDraft } from '@/lib/contracts/pipelines';
import { findVersionText, withLayout } from '../../store/versions';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { readStored } from './text';
import { writeDraft } from './write-draft';

/**
 * Replaces the draft with a version. The previous draft is saved as a version first, if it has changes.
 * @throws Conflict with a `SaveConflict` when `baseRevision` is no longer the draft's
 * @throws NotFound
 */
export async function restoreVersion(
  ctx: ServiceContext,
  { id, version, baseRevision }: z.output<typeof restoreVersionInput>,
): Promise<SavedDraft> {
  const stored = await findVersionText(ctx.sql, id, version);
  if (!stored) throw noVersion(id, version);
  const document = await readStored(withLayout(stored));
  return writeDraft(ctx, { id, document, baseRevision, keepReplaced: true });
}

/** The refusal for a version that does not exist or was deleted by retention. */
export function noVersion(pipelineId: string, version: number): NotFound {
  return new NotFound(`The pipeline ${pipelineId} has no version ${version}. It may have been deleted.`);
}
