import type { Pausing } from '@/engine';

/** A text in parts that never split a UTF-16 surrogate pair. */
export function* textParts(text: string, partCharacters: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at + partCharacters);
    yield text.slice(at, end);
    at = end;
  }
}

/** Texts in UTF-8, with a pause after each. */
export function* encoding(texts: readonly string[]): Pausing<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (const text of texts) {
    parts.push(Buffer.from(text));
    yield;
  }
  return parts;
}

function endOfPart(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  const isFirstHalf = last >= 0xd800 && last < 0xdc00;
  return isFirstHalf ? end + 1 : end;
}
