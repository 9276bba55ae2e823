import type { SavedPipeline } from '@/lib/contracts/pipelines';
import type { ServiceContext } from '../context';
import { getPipeline } from './get';
import { storeVersion } from './save';
import { draftText, readStored, withName } from './text';
import { requireDraft } from './write-draft';

/**
 * Renames a pipeline. The name is part of the document, so this makes a version.
 * @throws NotFound
 */
export async function renamePipeline(
  ctx: ServiceContext,
  { id, name }: { id: string; name: string },
): Promise<SavedPipeline> {
  for (;;) {
    const head = await requireDraft(ctx, id);
    const { text, revision } = await getPipeline(ctx, { id });
    if (revision !== head.revision) continue;
    const document = withName(await readStored(text), name);
    const draft = await draftText(ctx, document);
    const saved = await storeVersion(ctx, {
      id,
      head,
      document,
      draft,
      origin: 'save',
      keepReplaced: false,
    });
    if (saved) return saved;
  }
}
