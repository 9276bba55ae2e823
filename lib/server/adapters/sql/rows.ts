import { type Json, type JsonObject, withoutTrailing } from '@/engine';

/** Names of columns in a row: a second `id` becomes `id_2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let turn = 2; used.has(unique); turn += 1) {
      const next = `${name}_${turn}`;
      if (!taken.has(next)) unique = next;
    }
    used.add(unique);
    return unique;
  });
}

/** Builds an object from a row. `fromEntries` creates own properties for all names, also `__proto__`. */
export function rowOf(names: readonly string[], values: readonly Json[]): JsonObject {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
}

/** A whole number: a JSON number when that is exact, otherwise text. */
export function integer(text: string): Json {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** A decimal number: a JSON number when that is exact, otherwise text (NaN, many digits). */
export function decimal(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text) ? value : text;
}

/** Removes trailing zeros: `19.90` becomes `19.9`. */
function plain(text: string): string {
  const unsigned = text.replace(/^\+/, '');
  return unsigned.includes('.') && !/e/i.test(unsigned)
    ? withoutTrailing(withoutTrailing(unsigned, '0'), '.')
    : unsigned;
}

/** A floating-point number; text when it is not finite, which JSON cannot express. */
export function float(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Bytes as base64 text. */
export function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** A date with time as ISO 8601. @param zone `Z` when the database stores an instant, otherwise empty */
export function isoTime(text: string, zone: 'Z' | ''): string {
  const match = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[+-]00(?::?00)?)?$/.exec(text);
  if (!match) return text;
  const [, date, time, digits = ''] = match;
  const fraction = withoutTrailing(digits, '0');
  return `${date}T${time}${fraction === '' ? '' : `.${fraction}`}${zone}`;
}
