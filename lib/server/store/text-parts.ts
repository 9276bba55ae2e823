/** A text in parts that never split a UTF-16 surrogate pair. */
export function* textParts(text: string, partCharacters: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at + partCharacters);
    yield text.slice(at, end);
    at = end;
  }
}

function endOfPart(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  const isFirstHalf = last >= 0xd800 && last < 0xdc00;
  return isFirstHalf ? end + 1 : end;
}
