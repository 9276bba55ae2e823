'use client';

import { useMemo, useState } from 'react';
import type { JsonObject } from '@/engine/json';
import { type Column, columnsOf } from './columns';
import { type IndexedRow, type Sorting, shownRows } from './filter';

/** Columns that are drawn; the tree and the CSV file have the others too. */
export const MAX_COLUMNS = 60;

/** The state of a table. */
export interface TableState {
  readonly columns: readonly Column[];
  /** All columns, also those that are not drawn. */
  readonly allColumns: readonly Column[];
  readonly rows: readonly IndexedRow[];
  readonly sorting: Sorting | undefined;
  readonly filters: ReadonlyMap<string, string>;
  /** The column whose statistics are shown. */
  readonly chosen: Column | undefined;
  /** Sorts by a column: ascending, then descending, then in the order of the list. */
  sortBy(column: string): void;
  filter(column: string, text: string): void;
  clearFilters(): void;
}

const NO_FILTERS: ReadonlyMap<string, string> = new Map();

/** Sorting and filters of one table. */
export function useTable(rows: readonly JsonObject[]): TableState {
  const [sorting, setSorting] = useState<Sorting>();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [chosen, setChosen] = useState<string>();
  const allColumns = useMemo(() => columnsOf(rows), [rows]);
  const shown = useMemo(() => shownRows(rows, filters, sorting), [rows, filters, sorting]);
  return {
    columns: allColumns.slice(0, MAX_COLUMNS),
    allColumns,
    rows: shown,
    sorting,
    filters,
    chosen: allColumns.find(({ name }) => name === chosen),
    sortBy(column) {
      setChosen(column);
      setSorting(nextSorting(sorting, column));
    },
    filter(column, text) {
      setFilters(new Map(filters).set(column, text));
    },
    clearFilters() {
      setFilters(NO_FILTERS);
    },
  };
}

function nextSorting(sorting: Sorting | undefined, column: string): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
