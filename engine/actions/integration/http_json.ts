import type { Json } from '../../json';

/** Deepest nesting of an answer, in levels. */
export const MAX_LEVELS = 64;

/** What came of reading JSON: a value, or why there is none. */
export type ReadJson =
  | { readonly value: Json }
  | { readonly problem: 'not JSON' | 'too deep' | 'number too large' };

/** Reads JSON that somebody else wrote. How deep it is nested is found out before it is parsed. */
export function readJson(text: string): ReadJson {
  const { levels, mayOverflow } = scan(text);
  if (levels > MAX_LEVELS) return { problem: 'too deep' };
  try {
    const value: Json = JSON.parse(text);
    return mayOverflow && !hasFiniteNumbers(value) ? { problem: 'number too large' } : { value };
  } catch {
    return { problem: 'not JSON' };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A number of fewer digits, or with a shorter exponent, is finite. */
const LONG = 200;
const LONG_EXPONENT = 3;

/** Goes over the text once: how deep brackets nest, and whether a number may be beyond all bounds. */
function scan(text: string): { levels: number; mayOverflow: boolean } {
  let level = 0;
  let levels = 0;
  let mayOverflow = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === 0x5b || code === 0x7b) {
      levels = Math.max(levels, ++level);
    } else if (code === 0x5d || code === 0x7d) {
      level--;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      mayOverflow ||= isLong(text, at, end);
      at = end - 1;
    }
  }
  return { levels, mayOverflow };
}

/** Where the string that starts here has its closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes >= start) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const NUMBER_PARTS = new Set([...'0123456789.eE+-'].map((character) => character.charCodeAt(0)));

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (NUMBER_PARTS.has(text.charCodeAt(end))) end++;
  return end;
}

function isLong(text: string, start: number, end: number): boolean {
  if (end - start >= LONG) return true;
  // Few numbers have an exponent; the rest need no copy.
  if (end - start <= LONG_EXPONENT) return false;
  const exponent = /[eE]\+?(\d+)/.exec(text.slice(start, end))?.[1];
  return exponent !== undefined && exponent.length >= LONG_EXPONENT;
}

function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}
