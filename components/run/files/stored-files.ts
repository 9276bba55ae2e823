import { asStoredFile, type Json } from '@/engine';
import type { StoredFile } from '@/engine/ports';

/** Largest number of files shown for one value. */
export const MAX_SHOWN = 20;

/** Largest number of nested values that are searched, so that the search of a large value is not noticeable. */
const MAX_VISITED = 20_000;

/**
 * The files in a value, in order, each pair of content and name once. In a large value only the first `MAX_VISITED`
 * nested values are searched.
 */
export function storedFilesIn(root: Json): StoredFile[] {
  const found = new Map<string, StoredFile>();
  const open: Json[] = [root];
  for (let visited = 0; open.length > 0 && visited < MAX_VISITED; visited += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const file = asStoredFile(value);
    if (file) found.set(`${file.sha256} ${file.name}`, file);
    else open.push(...Object.values(value).slice(0, MAX_VISITED).reverse());
  }
  return [...found.values()];
}
