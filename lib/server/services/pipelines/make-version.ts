import { writePipeline } from '../../store/drafts';
import { nameVersion } from '../../store/versions';
import type { ServiceContext } from '../context';
import { type DraftVersionOf, draftVersion } from './draft-history';
import { requireDraft } from './write-draft';

export interface MakeVersionInput extends DraftVersionOf {
  readonly id: string;
  /** Of the draft. */
  readonly revision: number;
}

/**
 * Makes a version of a draft. If its text equals the newest version, that version gets the name instead.
 * Undefined when the draft was overwritten.
 * @throws NotFound
 */
export async function makeVersion(
  ctx: ServiceContext,
  { id, revision, ...version }: MakeVersionInput,
): Promise<{ version: number; changed: boolean } | undefined> {
  for (;;) {
    const head = await requireDraft(ctx, id);
    if (head.revision !== revision) return undefined;
    if (!head.edited) {
      await nameNewest(ctx, { id, version: head.version, name: version.name });
      return { version: head.version, changed: false };
    }
    const draft = await draftVersion(ctx, { id, head }, version);
    const versions = draft ? [draft.text] : [];
    const written = draft && (await writePipeline(ctx.sql, { id, from: head, versions, edited: false }));
    if (written) return { version: written.version, changed: true };
  }
}

async function nameNewest(
  ctx: ServiceContext,
  { id, version, name }: { id: string; version: number; name: string | undefined },
): Promise<void> {
  if (name !== undefined) await nameVersion(ctx.sql, { id, version, name });
}
