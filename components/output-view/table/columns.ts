import { typeOf } from '@/components/json-tree/flatten';
import type { Json, JsonObject } from '@/engine/json';

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** Whether every present value is a number. */
  readonly isNumeric: boolean;
}

/** Rows in which names of columns are searched; rows after them may have others, which the tree shows. */
const SEARCHED_ROWS = 2000;

/** The columns of rows in order of first appearance. */
export function columnsOf(rows: readonly JsonObject[]): Column[] {
  const numeric = new Map<string, boolean | undefined>();
  for (const row of rows.slice(0, SEARCHED_ROWS)) {
    for (const [name, value] of Object.entries(row)) {
      const before = numeric.get(name);
      const isMissing = value === null;
      numeric.set(name, isMissing ? before : before !== false && typeof value === 'number');
    }
  }
  return [...numeric].map(([name, isNumeric]) => ({ name, isNumeric: isNumeric === true }));
}

/** The value of a cell; null when the row has none. */
export function cellOf(row: JsonObject, column: string): Json {
  return Object.hasOwn(row, column) ? (row[column] ?? null) : null;
}

/** Characters of a cell that are drawn. */
const SHOWN = 200;

/** A cell on one line. */
export function cellText(value: Json): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.slice(0, SHOWN).replaceAll(/\s+/g, ' ');
  return text.length > SHOWN ? `${line}…` : line;
}

/** Order of the types in a column of several types; missing values are last in both directions. */
const TYPE_ORDER: readonly string[] = ['boolean', 'number', 'string', 'array', 'object'];

/** Compares two cells: numbers by value, texts as a person reads them, other values as JSON. */
export function compareCells(a: Json, b: Json): number {
  const [typeA, typeB] = [typeOf(a), typeOf(b)];
  if (typeA !== typeB) return rank(typeA) - rank(typeB);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return collator.compare(JSON.stringify(a), JSON.stringify(b));
}

function rank(type: string): number {
  return TYPE_ORDER.indexOf(type);
}

const collator = new Intl.Collator('en', { numeric: true });
