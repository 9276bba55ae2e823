import { isJsonObject, type Json } from '../../../json';

/** Text that is equal for equal values, with any order of keys. */
export function fingerprint(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(fingerprint).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => order(a, b));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${fingerprint(inner)}`).join(',')}}`;
}

/** Total order over JSON: null, booleans, numbers, text, lists, objects; the same on every machine. */
export function compare(a: Json, b: Json): number {
  const kinds = order(rank(a), rank(b));
  if (kinds !== 0) return kinds;
  if (typeof a === 'number' && typeof b === 'number') return order(a, b);
  if (typeof a === 'string' && typeof b === 'string') return order(a, b);
  return order(fingerprint(a), fingerprint(b));
}

function order<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const RANKS = ['null', 'boolean', 'number', 'string', 'list', 'object'];

function rank(value: Json): number {
  if (value === null) return 0;
  return RANKS.indexOf(Array.isArray(value) ? 'list' : typeof value);
}
