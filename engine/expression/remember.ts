/** Remembers answers by text, so that a loop parses its templates once. The oldest answer goes when it is full. */
export function remember<T>(
  answer: (text: string) => T,
  limits: { readonly entries: number; readonly characters: number },
): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.value;
    const value = answer(text);
    if (text.length > limits.characters) return value;
    if (known.size >= limits.entries) forgetOldest(known);
    known.set(text, { value });
    return value;
  };
}

function forgetOldest(known: Map<string, unknown>): void {
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
