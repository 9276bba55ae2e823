/** One replacement within a text, in characters. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest single replacement that turns one text into another; undefined when they are equal. */
export function minimalChange(text: string, next: string): TextChange | undefined {
  if (text === next) return undefined;
  const shorter = Math.min(text.length, next.length);
  let from = 0;
  while (from < shorter && text.charCodeAt(from) === next.charCodeAt(from)) from += 1;
  let end = 0;
  const room = shorter - from;
  while (end < room && text.charCodeAt(text.length - 1 - end) === next.charCodeAt(next.length - 1 - end))
    end += 1;
  return { from, to: text.length - end, insert: next.slice(from, next.length - end) };
}
