/** Time after which typing begins a new word, in ms. */
const PAUSE_MS = 700;

export interface Typed {
  readonly text: string;
  /** When its last character was typed, in ms. */
  readonly at: number;
}

/** The typed text with a key added; undefined when the key is no character of a word. */
export function typedWith(typed: Typed | undefined, key: string, now: number): Typed | undefined {
  if (!/^[\p{L}\p{N}_-]$/u.test(key)) return undefined;
  const before = typed !== undefined && now - typed.at < PAUSE_MS ? typed.text : '';
  return { text: before + key.toLowerCase(), at: now };
}

/** Index of the entry that begins with the text, from the current one on and then from the first. -1 for none. */
export function typeAheadTarget(labels: readonly string[], at: number, text: string): number {
  // The same character again goes on to the next entry.
  const isRepeated = text.length > 1 && [...text].every((letter) => letter === text[0]);
  const wanted = isRepeated ? text.slice(0, 1) : text;
  const first = Math.max(0, at + (wanted.length === 1 ? 1 : 0));
  const begins = (label: string) => label.toLowerCase().startsWith(wanted);
  const later = labels.findIndex((label, index) => index >= first && begins(label));
  return later >= 0 ? later : labels.findIndex(begins);
}
