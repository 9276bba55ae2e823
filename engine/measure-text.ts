/** A character because of which V8 stores all characters of its text in two bytes. */
const WIDE = /[\u0100-\uffff]/;

/** Memory of a text besides its characters. Measured with V8, 64 bits. */
const TEXT_MEMORY = 20;

/** Whether the text, or the text that it is a part of, uses two bytes for each character. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

/** Memory of a text in bytes; single characters are shared. */
export function textMemory(text: string): number {
  return text.length > 1 ? memoryOf(text.length, WIDE.test(text)) : 0;
}

/** Memory of a text of this many characters, in bytes. */
export function memoryOf(length: number, wide: boolean): number {
  return TEXT_MEMORY + (wide ? 2 * length : length);
}

/** Bytes of the two quotes around a text. */
export const QUOTES = 2;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters with an escape of two characters: backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** A character of more than one byte. Searched for first in longer texts, since most have none. */
const LONGER = /[^ !#-[\]-\u007f]/;
const LONG_TEXT = 64;

/** Bytes of a text as JSON in UTF-8, quotes and escapes included. */
export function textBytes(text: string): number {
  let bytes = text.length + QUOTES;
  if (text.length >= LONG_TEXT && !LONGER.test(text)) return bytes;
  for (let at = 0; at < text.length; at += 1) bytes += moreBytes(text.charCodeAt(at));
  return bytes;
}

/** Bytes of a UTF-16 code unit as JSON in UTF-8, after the first. Half of a pair is two of four. */
function moreBytes(code: number): number {
  if (code >= 0x80) return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  if (code < SPACE) return SHORT_ESCAPES.has(code) ? 1 : 5;
  return code === QUOTE || code === BACKSLASH ? 1 : 0;
}
