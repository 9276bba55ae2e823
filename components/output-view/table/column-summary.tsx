'use client';

import { useMemo } from 'react';
import { StatisticsList } from '../statistics-list';
import { type Column, cellOf } from './columns';
import type { IndexedRow } from './filter';
import { type ColumnStatistics, numberText, statisticsOf } from './statistics';

export interface ColumnSummaryProps {
  column: Column;
  /** The shown rows. */
  rows: readonly IndexedRow[];
  /** Number of all rows. */
  total: number;
}

/** Statistics of the column that was sorted last, over the shown rows. */
export function ColumnSummary({ column: { name }, rows, total }: ColumnSummaryProps) {
  const statistics = useMemo(() => statisticsOf(rows.map(({ row }) => cellOf(row, name))), [rows, name]);
  const note =
    rows.length === total ? `all ${total.toLocaleString('en')} rows` : `${rows.length} of ${total} rows`;
  return (
    <StatisticsList label={`Statistics of ${name}`} title={name} note={note} facts={factsOf(statistics)} />
  );
}

function factsOf({ count, missing, distinct, min, max, numbers }: ColumnStatistics) {
  const facts: (readonly [string, string | undefined])[] = [
    ['values', count.toLocaleString('en')],
    ['missing', missing.toLocaleString('en')],
    ['distinct', distinct.toLocaleString('en')],
    ['min', textOf(min)],
    ['median', textOf(numbers?.median)],
    ['max', textOf(max)],
    ['mean', textOf(numbers?.mean)],
    ['sum', textOf(numbers?.sum)],
    ['p95', textOf(numbers?.p95)],
  ];
  return facts;
}

function textOf(value: number | string | undefined): string | undefined {
  return typeof value === 'number' ? numberText(value) : value;
}
