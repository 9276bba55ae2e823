import type { EditorStore } from '../model/store';

/** Text that cannot be applied yet, and the text of the document it was begun from. */
export interface TextDraft {
  readonly text: string;
  readonly base: string;
}

const drafts = new WeakMap<EditorStore, Map<string, TextDraft>>();

/** The draft of a field, kept while the editor is open, whatever is selected meanwhile. */
export function readDraft(store: EditorStore, key: string): TextDraft | undefined {
  return drafts.get(store)?.get(key);
}

/** Keeps the draft of a field, or forgets it when undefined. */
export function keepDraft(store: EditorStore, key: string, draft: TextDraft | undefined): void {
  const kept = drafts.get(store) ?? new Map<string, TextDraft>();
  if (draft === undefined) kept.delete(key);
  else kept.set(key, draft);
  drafts.set(store, kept);
}
