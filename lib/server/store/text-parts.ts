import type { Pausing } from '@/engine/pausing';

/** What is encoded in one go, in characters: less than a millisecond. */
const PART_CHARACTERS = 256 * 1024;

/** A text in parts, none of which ends between the two halves of a pair of UTF-16. */
export function* textParts(text: string, partCharacters = PART_CHARACTERS): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at + partCharacters);
    yield text.slice(at, end);
    at = end;
  }
}

/** A text in UTF-8, in pieces, with a pause after each. */
export function* encoding(text: string): Pausing<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (const part of textParts(text)) {
    parts.push(Buffer.from(part));
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
