/** Lines around a position in a text, shortened so that the position is visible. `line` counts from 1. */
export interface Excerpt {
  readonly lines: readonly { readonly line: number; readonly text: string; readonly hasFault: boolean }[];
  /** Column of the position in its shortened line, from 0. */
  readonly caret: number;
}

/** Characters of a line that are shown. */
const WIDTH = 72;

/** Lines above and below the place. */
const AROUND = 2;

/** The part of a text around the position of an error. `line` and `column` count from 1. */
export function excerptAt(text: string, place: { line: number; column: number }): Excerpt {
  const lines = text.split('\n');
  const from = Math.max(0, place.column - 1 - WIDTH / 2);
  const cut = (line: string) =>
    line
      .slice(from, from + WIDTH)
      .replaceAll('\t', ' ')
      .replaceAll('\r', '');
  const first = Math.max(1, place.line - AROUND);
  const last = Math.min(lines.length, place.line + AROUND);
  return {
    caret: place.column - 1 - from,
    lines: Array.from({ length: last - first + 1 }, (_, index) => {
      const line = first + index;
      return { line, text: cut(lines[line - 1] ?? ''), hasFault: line === place.line };
    }),
  };
}
