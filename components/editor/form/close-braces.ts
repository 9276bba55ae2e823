/** Closes braces that were just opened at the cursor. @param cursor offset in UTF-16 units */
export function closeBraces(text: string, cursor: number): string {
  const before = text.slice(0, cursor);
  const after = text.slice(cursor);
  return before.endsWith('{{') && !after.includes('}}') ? `${before}}}${after}` : text;
}
