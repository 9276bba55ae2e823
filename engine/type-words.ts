import type { Json } from './json';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** A type of JSON Schema, as messages name it. */
export function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

/** The kind of a value, as messages name it: `text`, `a list`, `true`. */
export function nameOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'a number' : String(value);
}
