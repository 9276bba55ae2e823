import type { PipelineDocument } from '@/engine';
import type { SaveConflict, SavedDraft } from '@/lib/contracts/pipelines';
import type { DraftText } from '../../store/draft-columns';
import { type DraftHead, findDraft, writePipeline } from '../../store/drafts';
import type { VersionText } from '../../store/versions';
import type { ServiceContext } from '../context';
import { Conflict, NotFound } from '../errors';
import { draftVersion, type FoundDraft, newestContentHash } from './draft-history';
import { getPipeline } from './get';
import { draftText } from './text';

/** A document that replaces the draft of a pipeline. */
export interface NewDraft {
  readonly id: string;
  readonly document: PipelineDocument;
  /** The replaced revision. */
  readonly baseRevision: number;
  /** Saves the replaced draft as a version, if it has changes. */
  readonly keepReplaced: boolean;
}

/**
 * Overwrites the draft of the given revision; does nothing when the text is unchanged.
 * @throws Conflict with a `SaveConflict` when `baseRevision` is no longer the draft's
 * @throws NotFound
 */
export async function writeDraft(ctx: ServiceContext, change: NewDraft): Promise<SavedDraft> {
  const { id, document, baseRevision, keepReplaced } = change;
  let head = await requireDraft(ctx, id);
  const draft = await draftText(ctx, document, head);
  for (; ; head = await requireDraft(ctx, id)) {
    if (head.hash === draft.hash) return getPipeline(ctx, { id });
    if (head.revision !== baseRevision) throw await draftConflict(ctx, id);
    const versions = keepReplaced && head.edited ? await replacedVersion(ctx, { id, head }) : [];
    const newest = versions[0]?.contentHash ?? (await newestContentHash(ctx, { id, head }));
    const edited = draft.contentHash !== newest;
    const written = await writePipeline(ctx.sql, { id, from: head, draft, versions, edited });
    if (!written) continue;
    countOverwritten(ctx, { head, draft, edited });
    return { ...written, edited, text: draft.text };
  }
}

function countOverwritten(
  { draftSpace }: ServiceContext,
  { head, draft, edited }: { head: DraftHead; draft: DraftText; edited: boolean },
): void {
  draftSpace.overwritten(head.storedBytes);
  if (!edited) draftSpace.moved(draft.layout?.length ?? 0);
}

/** The version of an overwritten draft; none when the draft was overwritten by someone else. */
async function replacedVersion(ctx: ServiceContext, found: FoundDraft): Promise<VersionText[]> {
  const replaced = await draftVersion(ctx, found, { origin: 'replaced' });
  return replaced ? [replaced.text] : [];
}

/** The draft of a pipeline. @throws NotFound */
export async function requireDraft(ctx: Pick<ServiceContext, 'sql'>, id: string): Promise<DraftHead> {
  const head = await findDraft(ctx.sql, id);
  if (head) return head;
  throw new NotFound(`The pipeline ${id} was deleted. Export your version to keep it.`);
}

/** The conflict when another tab, person or program wrote the draft first. */
export async function draftConflict(ctx: ServiceContext, id: string): Promise<Conflict> {
  const { version, revision, text, updatedAt } = await getPipeline(ctx, { id });
  const details: SaveConflict = { version, revision, text, updatedAt };
  return new Conflict(
    'The pipeline was changed in the meantime, and your changes are based on an earlier draft. Compare both, then save yours or use theirs.',
    { details },
  );
}
