import { type Descriptors, formatPipeline, importPipeline, type PipelineDocument } from '@/engine';
import type { EditorStore, JsonDraft } from '../model/store';
import type { TextDraftStore } from '../model/text-drafts';
import { readText } from './json-sync';

/** Invalid text with the position of the error and the document on which it is based. */
export interface OpenText extends JsonDraft {
  readonly offset: number | undefined;
  readonly base: PipelineDocument;
}

interface Kept {
  open?: OpenText;
  /** Whether the text survives the page. */
  isStored: boolean;
  storage?: TextDraftStore;
}

/** Texts survive closing the panel, and with a storage also the page. */
const kept = new WeakMap<EditorStore, Kept>();

function keptOf(store: EditorStore): Kept {
  const known = kept.get(store) ?? { isStored: true };
  kept.set(store, known);
  return known;
}

/** The text of the JSON panel that could not be applied. */
export function openText(store: EditorStore): OpenText | undefined {
  return kept.get(store)?.open;
}

/** Sets or removes the text that could not be applied. */
export function setOpenText(store: EditorStore, open: OpenText | undefined): void {
  const own = keptOf(store);
  if (open === undefined) {
    delete own.open;
    own.isStored = true;
    own.storage?.clear();
  } else {
    own.open = open;
    own.isStored = own.storage?.write({ text: open.text, base: formatPipeline(open.base) }) ?? false;
  }
  store.set({ jsonDraft: open && { text: open.text, error: open.error } });
}

/** Whether closing the page loses no text of the JSON panel. */
export function isTextStored(store: EditorStore): boolean {
  return kept.get(store)?.isStored ?? true;
}

/** Opens the text of an earlier visit, and stores texts from now on. Text that is valid by now is applied. */
export function restoreText(store: EditorStore, storage: TextDraftStore, descriptors: Descriptors): void {
  const own = keptOf(store);
  if (own.storage !== undefined) return;
  own.storage = storage;
  const draft = storage.read();
  if (draft === undefined) return;
  const { document: current } = store.getState();
  const read = importPipeline(draft.base);
  const base = read.ok ? read.document : current;
  const result = readText({ text: draft.text, base, current, descriptors });
  if (!result.ok) {
    setOpenText(store, { ...result.draft, offset: result.offset, base });
    return;
  }
  storage.clear();
  store.edit('Edit JSON', () => result.document);
}
