import { isJsonObject, type Json } from '../json';
import { measure } from '../measure';

/** The kinds of value an expression tells apart; there is one kind of number. */
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

/** Longest text an expression or template may make, in characters. */
export const MAX_TEXT = 1_048_576;

/** Which kind a value is. */
export function kindOf(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'string' : 'object';
}

type Pair = readonly [Json, Json];

/** Deep equality by value. It keeps its own stack, so data of any depth can be compared. */
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

/** The pairs that must be equal for two different values to be; undefined when these cannot be. */
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

/** Most bytes of UTF-8 for one character of a text. */
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

/** How a value reads inside other text: a text as it is, all else as JSON; undefined when it cannot be written. */
export function valueText(value: Json): string | undefined {
  return typeof value === 'string' ? value : jsonText(value);
}

/** Cuts text to a length, never through a surrogate pair, and marks the cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length - 1;
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}

/** A value as a JSON literal cut to a length, the closing quote of a text kept. */
export function shortLiteral(value: Json, length: number): string {
  const text = jsonText(value) ?? '…';
  if (text.length <= length || typeof value !== 'string') return shorten(text, length);
  return JSON.stringify(shorten(value, length - 2));
}
