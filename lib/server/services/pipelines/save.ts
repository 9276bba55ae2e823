import type { PipelineDocument } from '@/engine';
import type {
  SaveConflict,
  SavedPipeline,
  SavePipelineInput,
  VersionOrigin,
} from '@/lib/contracts/pipelines';
import type { DraftText } from '../../store/draft-columns';
import { type DraftHead, writePipeline } from '../../store/drafts';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { draftVersion, newestContentHash, newestDocument } from './draft-history';
import { getPipeline } from './get';
import { readRevision } from './save-draft';
import { draftText, versionText } from './text';
import { requireDraft } from './write-draft';

/**
 * Stores a text as draft and new version of a pipeline, even with problems. A draft with changes is saved as
 * a version first.
 * @throws Conflict with a `SaveConflict` when `baseVersion` is no longer current
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 * @throws NotFound
 */
export async function savePipeline(
  ctx: ServiceContext,
  { id, text, baseVersion }: SavePipelineInput,
  origin: VersionOrigin = 'api',
): Promise<SavedPipeline> {
  const document = await readRevision(ctx, { id, text });
  const draft = await draftText(ctx, document);
  for (;;) {
    const head = await requireDraft(ctx, id);
    const isSame = head.hash === draft.hash;
    if (isSame && !head.edited) return { ...(await getPipeline(ctx, { id })), changed: false };
    if (!isSame && head.version !== baseVersion) throw await versionConflict(ctx, { id, baseVersion });
    const saved = await storeVersion(ctx, { id, head, document, draft, origin, keepReplaced: true });
    if (saved) return saved;
  }
}

export interface NewVersion {
  readonly id: string;
  readonly head: DraftHead;
  readonly document: PipelineDocument;
  readonly draft: DraftText;
  readonly origin: VersionOrigin;
  /** Saves the replaced draft as a version, if it has changes. */
  readonly keepReplaced: boolean;
}

/** Writes a draft and a version of it; undefined when the pipeline has changed since `head` was read. */
export async function storeVersion(
  ctx: ServiceContext,
  { id, head, document, draft, origin, keepReplaced }: NewVersion,
): Promise<SavedPipeline | undefined> {
  const isReplaced = keepReplaced && head.edited && head.contentHash !== draft.contentHash;
  const replaced = isReplaced ? await draftVersion(ctx, { id, head }, { origin: 'replaced' }) : undefined;
  const newest = replaced?.text.contentHash ?? (await newestContentHash(ctx, { id, head }));
  const changed = draft.contentHash !== newest;
  const before = replaced?.document ?? (await newestDocument(ctx, { id, head }));
  const versions = [
    ...(replaced ? [replaced.text] : []),
    ...(changed ? [versionText({ document, before, origin, draft })] : []),
  ];
  const written = await writePipeline(ctx.sql, { id, from: head, draft, versions, edited: false });
  if (!written) return undefined;
  ctx.draftSpace.overwritten(head.storedBytes);
  const { version, revision, updatedAt } = written;
  return { version, revision, text: draft.text, updatedAt, changed };
}

async function versionConflict(
  ctx: ServiceContext,
  { id, baseVersion }: { id: string; baseVersion: number },
): Promise<Conflict> {
  const { version, revision, text, updatedAt } = await getPipeline(ctx, { id });
  const details: SaveConflict = { version, revision, text, updatedAt };
  return new Conflict(
    `Version ${version} was saved in the meantime, and your changes are based on version ${baseVersion}. Compare both versions, then save yours or use version ${version}.`,
    { details },
  );
}
