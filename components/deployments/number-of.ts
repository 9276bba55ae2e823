/** Parses a number: undefined for empty text, NaN for invalid text. */
export function numberOf(text: string): number | undefined {
  const typed = text.trim();
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}
