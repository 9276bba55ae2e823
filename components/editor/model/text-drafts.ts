import type { DraftStorage } from './drafts';

/** JSON text that could not be applied, stored on this device. */
export interface TextDraft {
  readonly text: string;
  /** The document that the text was edited from, as text. */
  readonly base: string;
}

/** Stores the text of one pipeline that could not be applied, until it is applied or discarded. */
export interface TextDraftStore {
  read(): TextDraft | undefined;
  /** Returns false when it would be lost with the page. */
  write(draft: TextDraft): boolean;
  clear(): void;
}

/** Text drafts of one pipeline in the storage of this device. */
export function createTextDraftStore(pipelineId: string, storage: DraftStorage | undefined): TextDraftStore {
  const key = `pipewright.json.${pipelineId}`;
  return {
    read: () => parseTextDraft(storage?.getItem(key)),
    write(draft) {
      if (storage === undefined) return false;
      try {
        storage.setItem(key, JSON.stringify(draft));
        return true;
      } catch {
        // The browser's quota is exceeded: the page asks before it is closed.
        return false;
      }
    },
    clear: () => storage?.removeItem(key),
  };
}

function parseTextDraft(stored: string | null | undefined): TextDraft | undefined {
  if (!stored) return undefined;
  try {
    const { text, base }: Partial<Record<keyof TextDraft, unknown>> = Object(JSON.parse(stored));
    return typeof text === 'string' && typeof base === 'string' ? { text, base } : undefined;
  } catch {
    // Another program wrote to the key.
    return undefined;
  }
}
