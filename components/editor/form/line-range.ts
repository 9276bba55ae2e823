/** Where a place of a text is, as people count: `Line 2, column 5`. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The characters of a line, counted from 1; the last line when there are fewer. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[index] ?? '').length };
}
