/** Limits of a cache. */
export interface RememberLimits {
  readonly entries: number;
  /** Longest text that is cached, in characters. */
  readonly characters: number;
}

/** Largest number of characters of all cached texts together. The cached result of a character may take 50 bytes. */
const MAX_CHARACTERS = 400_000;

/**
 * Caches results by text, so that a loop parses its templates once. When the cache is full, the oldest entries are
 * dropped instead of the least recently used: templates are read for every step, and moving an entry at each read would
 * cost more.
 */
export function remember<T>(answer: (text: string) => T, limits: RememberLimits): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  let characters = 0;
  const isFull = (more: number) => known.size >= limits.entries || characters + more > MAX_CHARACTERS;
  return (text) => {
    const found = known.get(text);
    if (found) return found.value;
    const value = answer(text);
    if (text.length > limits.characters) return value;
    for (const oldest of known.keys()) {
      if (!isFull(text.length)) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    known.set(text, { value });
    characters += text.length;
    return value;
  };
}
