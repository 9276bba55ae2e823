import type { Json } from '@/engine';
import type { ValueRow } from './flatten';

/** Characters of a string shown in place; the rest is behind "open". */
export const SHOWN_TEXT = 2000;

/** Characters of a string shown on one line of the tree. */
const SHOWN_ON_LINE = 240;

/** A value on one line: quoted text, a number, or what an object or list holds. */
export function scalarText(value: Json): string {
  if (typeof value !== 'string') return String(value);
  const cut = value.length > SHOWN_ON_LINE ? `${value.slice(0, SHOWN_ON_LINE)}…` : value;
  return JSON.stringify(cut);
}

/** The word at the right of a line: `string`, `object 4`, `integer`. */
export function typeText(row: Pick<ValueRow, 'type' | 'size' | 'value'>): string {
  if (row.size !== undefined) return `${row.type} ${row.size}`;
  if (row.type === 'number') return Number.isInteger(row.value) ? 'integer' : 'number';
  return row.type;
}

/** Bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
