import type { Json, JsonObject } from '@/engine/json';
import { cellOf, compareCells } from './columns';

/** Whether a cell passes a filter. */
export type CellTest = (value: Json) => boolean;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

/**
 * The test of a filter as typed: `>0.7`, `<= 10`, `=eu`, `!=eu`, `empty`, `!empty`; any other text must be part of the
 * cell, ignoring case. Undefined for an empty filter.
 */
export function cellTest(filter: string): CellTest | undefined {
  const text = filter.trim();
  if (text === '') return undefined;
  if (text === 'empty') return (value) => value === null;
  if (text === '!empty') return (value) => value !== null;
  const [operator = ''] = /^(?:>=|<=|!=|=|>|<)/.exec(text) ?? [];
  const operand = text.slice(operator.length).trimStart();
  // An operator that is still without its value.
  if (operator !== '' && operand === '') return undefined;
  if (operator === '=') return (value) => plain(value) === operand;
  if (operator === '!=') return (value) => plain(value) !== operand;
  const holds = COMPARISONS[operator];
  if (holds) return comparison(operand, holds);
  const needle = text.toLowerCase();
  return (value) => value !== null && plain(value).toLowerCase().includes(needle);
}

/** Numbers are compared with numbers, texts with texts, such as dates. */
function comparison(operand: string, holds: (order: number) => boolean): CellTest {
  const number = Number(operand);
  const other = Number.isNaN(number) ? operand : number;
  return (value) => typeof value === typeof other && holds(compareCells(value, other));
}

function plain(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A row with its position in the list. */
export interface IndexedRow {
  readonly index: number;
  readonly row: JsonObject;
}

export interface Sorting {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows that pass the filters of all columns, sorted; missing values last. */
export function shownRows(
  rows: readonly JsonObject[],
  filters: ReadonlyMap<string, string>,
  sorting: Sorting | undefined,
): IndexedRow[] {
  const tests = [...filters].flatMap(([column, filter]) => {
    const test = cellTest(filter);
    return test ? [{ column, test }] : [];
  });
  const found: IndexedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (tests.every(({ column, test }) => test(cellOf(row, column)))) found.push({ index, row });
  }
  return sorting ? sorted(found, sorting) : found;
}

function sorted(rows: IndexedRow[], { column, direction }: Sorting): IndexedRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.sort((a, b) => {
    const [left, right] = [cellOf(a.row, column), cellOf(b.row, column)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compareCells(left, right) || a.index - b.index;
  });
}
