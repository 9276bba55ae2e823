import { isJsonObject, type JsonObject } from '@/engine';

/** Unsaved values of forms, stored in this browser. When storage is disabled or full, drafts are not stored. */
export function readKeptDraft(key: string): JsonObject | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isJsonObject(kept) ? kept : undefined;
  } catch {
    // Storage is disabled, or contains an invalid draft: the form starts empty.
    return undefined;
  }
}

/** Stores a draft until it is deleted or replaced. @param draft plain JSON */
export function keepDraft(key: string, draft: object): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or disabled: the draft is lost with its form.
    return;
  }
}

/** Deletes a draft. */
export function dropDraft(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
    return;
  }
}
