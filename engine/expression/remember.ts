/** What is remembered at most. */
export interface RememberLimits {
  readonly entries: number;
  /** Of one text: a longer one is not remembered. */
  readonly characters: number;
}

/** Most characters of all remembered texts together: what is made of a character may take 50 bytes. */
const MAX_CHARACTERS = 400_000;

/**
 * Remembers answers by text, so that a loop parses its templates once. The oldest answers go when it is full, not the least
 * recently used ones: a template is read for every step, and a read that moved its entry would cost more.
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
