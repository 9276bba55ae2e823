import type { VersionOrigin } from '@/lib/contracts/pipelines';
import { findDraftText, writePipeline } from '../../store/drafts';
import { nameVersion, setLayout } from '../../store/versions';
import type { ServiceContext } from '../context';
import { draftVersion, type FoundDraft } from './draft-history';
import { readStored } from './text';
import { requireDraft } from './write-draft';

export interface MakeVersionInput {
  readonly id: string;
  readonly origin: VersionOrigin;
  /** Of the draft. */
  readonly revision: number;
  readonly name?: string | undefined;
}

/**
 * Makes a version of a draft. If its text equals the newest version, that version gets the draft's positions
 * and the name instead. Undefined when the draft was overwritten.
 * @throws NotFound
 */
export async function makeVersion(
  ctx: ServiceContext,
  { id, origin, revision, name }: MakeVersionInput,
): Promise<{ version: number; changed: boolean } | undefined> {
  for (;;) {
    const head = await requireDraft(ctx, id);
    if (head.revision !== revision) return undefined;
    if (!head.edited) {
      await updateNewest(ctx, { id, head }, name);
      return { version: head.version, changed: false };
    }
    const made = await draftVersion(ctx, { id, head }, { origin, name });
    const versions = made ? [made.text] : [];
    const written = made && (await writePipeline(ctx.sql, { id, from: head, versions, edited: false }));
    if (written) return { version: written.version, changed: true };
  }
}

/** Handles a draft that equals the newest version. */
async function updateNewest(ctx: ServiceContext, found: FoundDraft, name: string | undefined): Promise<void> {
  const { id, head } = found;
  await takePositions(ctx, found);
  if (name !== undefined) await nameVersion(ctx.sql, { id, version: head.version, name });
}

async function takePositions(ctx: ServiceContext, { id, head }: FoundDraft): Promise<void> {
  const text = await findDraftText(ctx.sql, id, head.revision);
  if (text === undefined) return;
  const { layout } = await readStored(text);
  const stored = layout === undefined ? null : JSON.stringify(layout);
  await setLayout(ctx.sql, { id, version: head.version, layout: stored });
}
