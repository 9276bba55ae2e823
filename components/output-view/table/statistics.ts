import type { Json } from '@/engine/json';
import { compareCells } from './columns';

/** What a column contains. */
export interface ColumnStatistics {
  /** Present values. */
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  /** Smallest and largest value of numbers or texts; undefined for columns of several or other types. */
  readonly min: number | string | undefined;
  readonly max: number | string | undefined;
  /** Of numbers only. */
  readonly numbers: NumberStatistics | undefined;
}

/** Statistics of numbers. Percentiles are those of the nearest rank; the median of an even count is the mean of two. */
export interface NumberStatistics {
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** The statistics of a column. */
export function statisticsOf(values: readonly Json[]): ColumnStatistics {
  const present = values.filter((value) => value !== null);
  const numbers = present.filter((value) => typeof value === 'number');
  const texts = present.filter((value) => typeof value === 'string');
  const isNumeric = numbers.length > 0 && numbers.length === present.length;
  const isText = texts.length > 0 && texts.length === present.length;
  const sorted = isNumeric ? numbers.sort((a, b) => a - b) : [];
  const ordered = isText ? texts.sort(compareCells) : sorted;
  return {
    count: present.length,
    missing: values.length - present.length,
    distinct: new Set(present.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)))
      .size,
    min: ordered[0],
    max: ordered.at(-1),
    numbers: isNumeric ? numberStatistics(sorted) : undefined,
  };
}

/** @param sorted at least one number, ascending */
export function numberStatistics(sorted: readonly number[]): NumberStatistics {
  const sum = sorted.reduce((total, value) => total + value, 0);
  const middle = sorted.length / 2;
  const upper = at(sorted, Math.floor(middle));
  return {
    sum,
    mean: sum / sorted.length,
    median: Number.isInteger(middle) ? (at(sorted, middle - 1) + upper) / 2 : upper,
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
}

function percentile(sorted: readonly number[], share: number): number {
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN;
}

/** A number as people read it: thousands apart, at most six significant digits behind the point. */
export function numberText(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 1e-4;
  if (isTiny || Math.abs(value) >= 1e15) return value.toExponential(3);
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 });
}
