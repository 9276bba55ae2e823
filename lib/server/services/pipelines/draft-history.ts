import type { PipelineDocument } from '@/engine';
import type { VersionOrigin } from '@/lib/contracts/pipelines';
import { type DraftHead, findDraftText } from '../../store/drafts';
import { findVersionText, type StoredText, type VersionText } from '../../store/versions';
import type { ServiceContext } from '../context';
import { contentHashOf, readStored, versionText } from './text';

type Context = Pick<ServiceContext, 'sql'>;

/** A draft that was read. */
export interface FoundDraft {
  readonly id: string;
  readonly head: DraftHead;
}

/** A draft that becomes a version, with its document. */
export interface DraftVersion {
  readonly text: VersionText;
  readonly document: PipelineDocument;
}

/** The version that a draft becomes. */
export interface DraftVersionOf {
  readonly origin: VersionOrigin;
  readonly name?: string | undefined;
  /** The document of the draft, if it was read already. */
  readonly document?: PipelineDocument | undefined;
}

/** The data of the draft's version; undefined when the draft was overwritten. */
export async function draftVersion(
  ctx: Context,
  found: FoundDraft,
  { origin, name, document: known }: DraftVersionOf,
): Promise<DraftVersion | undefined> {
  const { head } = found;
  const document = known ?? (await draftDocument(ctx, found));
  if (document === undefined) return undefined;
  const before = await newestDocument(ctx, found);
  const contentHash = head.contentHash ?? contentHashOf(document);
  const draft = { contentHash, problemCount: head.problemCount };
  return { text: versionText({ document, before, origin, name, draft }), document };
}

async function draftDocument(ctx: Context, { id, head }: FoundDraft): Promise<PipelineDocument | undefined> {
  const text = await findDraftText(ctx.sql, id, head.revision);
  return text === undefined ? undefined : readStored(text);
}

/** The document of the newest version; undefined when a newer one exists. */
export async function newestDocument(
  ctx: Context,
  { id, head }: FoundDraft,
): Promise<PipelineDocument | undefined> {
  const stored = await findVersionText(ctx.sql, id, head.version);
  return stored && documentOf(stored);
}

/** The document of a version with its layout. */
async function documentOf({ document, layout }: StoredText): Promise<PipelineDocument> {
  const content = await readStored(document);
  return layout === null ? content : { ...content, layout: layoutOf(layout) };
}

/** Written by `versionText` from a validated document. */
function layoutOf(text: string): NonNullable<PipelineDocument['layout']> {
  return JSON.parse(text);
}

/** Hash of the newest version without positions. */
export async function newestContentHash(ctx: Context, { id, head }: FoundDraft): Promise<string> {
  if (head.versionContentHash !== null) return head.versionContentHash;
  const document = await newestDocument(ctx, { id, head });
  return document === undefined ? '' : contentHashOf(document);
}
