import { isJsonObject, type JsonObject } from '@/engine';

/**
 * What was typed into a form of this browser and not saved. Storage may be switched off or full: drafts are then not kept.
 */
export function readKeptDraft(key: string): JsonObject | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isJsonObject(kept) ? kept : undefined;
  } catch {
    // Storage is switched off, or holds text that is no draft: the form begins anew.
    return undefined;
  }
}

/** Keeps a draft until it is dropped or replaced. @param draft plain JSON */
export function keepDraft(key: string, draft: object): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the draft lasts as long as its form.
    return;
  }
}

/** Forgets a draft. */
export function dropDraft(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
    return;
  }
}
