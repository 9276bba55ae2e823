import { MOST_COUNTED, RUN_FILTERS, type RunCounts, type RunFilter } from '@/lib/contracts/runs';

/** Which runs are listed. */
export interface RunChoice {
  readonly status: RunFilter | undefined;
  /** Id of a pipeline. */
  readonly pipeline: string | undefined;
  /** Only pinned runs. */
  readonly kept: boolean;
  /** Filters and words; empty without a search. */
  readonly search: string;
}

/** All runs. */
export const ALL_RUNS: RunChoice = { status: undefined, pipeline: undefined, kept: false, search: '' };

/** Reads a status from the URL; undefined for anything else. */
export function asRunStatus(text: unknown): RunFilter | undefined {
  return RUN_FILTERS.find((status) => status === text);
}

/** Number of runs with a status, or of all runs; `1,000+` when counting stopped at its limit. */
export function countText(counts: RunCounts, status: RunFilter | undefined): string {
  const some: readonly RunFilter[] = status === undefined ? RUN_FILTERS : [status];
  const isMore = some.some((each) => counts[each] > MOST_COUNTED);
  const sum = some.reduce((total, each) => total + Math.min(counts[each], MOST_COUNTED), 0);
  return `${sum.toLocaleString('en')}${isMore ? '+' : ''}`;
}
