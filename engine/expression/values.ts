import { isJsonObject, type Json } from '../json';
import { measure } from '../measure';

/** The kinds of values in expressions. All numbers are of one kind. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Kinds as people read them in messages. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

/** Longest text that an expression or template may build, in characters. */
export const MAX_TEXT = 1_048_576;

export function kindOf(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'string' : 'object';
}

type Pair = readonly [Json, Json];

/** Deep equality. Uses a stack of its own, so that values of any depth can be compared. */
export function equal(left: Json, right: Json): boolean {
  const pairs: Pair[] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    if (pair[0] === pair[1]) continue;
    const parts = partsOf(pair);
    if (!parts) return false;
    for (const part of parts) pairs.push(part);
  }
  return true;
}

/** The pairs of parts that must be equal for two values to be equal; undefined when the values differ. */
function partsOf([a, b]: Pair): readonly Pair[] | undefined {
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return undefined;
    return a.map((item, index) => [item, b[index] ?? null] as const);
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return undefined;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || keys.some((key) => !Object.hasOwn(b, key))) return undefined;
  return keys.map((key) => [a[key] ?? null, b[key] ?? null] as const);
}

/** Largest number of UTF-8 bytes of one UTF-16 code unit. */
const BYTES_PER_CHARACTER = 3;

/** Compact JSON; undefined when the value is nested too deeply or the text would be too long. */
export function jsonText(value: Json): string | undefined {
  const limit = MAX_TEXT * BYTES_PER_CHARACTER;
  if (typeof value === 'object' && measure(value, limit).bytes > limit) return undefined;
  try {
    const text = JSON.stringify(value);
    return text.length > MAX_TEXT ? undefined : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A value inside other text: text unchanged, other values as JSON; undefined when it cannot be written. */
export function valueText(value: Json): string | undefined {
  return typeof value === 'string' ? value : jsonText(value);
}

/** Shortens text to a length, never inside a surrogate pair, and marks the cut with `…`. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}

/** A value as a JSON literal, shortened to a length. A text keeps its closing quote. */
export function shortLiteral(value: Json, length: number): string {
  const text = jsonText(value) ?? '…';
  if (text.length <= length || typeof value !== 'string') return shorten(text, length);
  return JSON.stringify(shorten(value, length - 2));
}
