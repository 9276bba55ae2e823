/** Text without these characters at its end. Linear, unlike a regular expression that is tried at every position. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Pieces of a text between separators, trimmed; empty ones are left out.
 * @param whole a sticky pattern of text that is not split, such as a quoted text
 */
export function splitOutside(text: string, separators: string, whole: RegExp): string[] {
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    whole.lastIndex = at;
    const length = whole.exec(text)?.[0].length ?? 0;
    if (length === 0 && separators.includes(text.charAt(at))) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
    at += Math.max(1, length);
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
