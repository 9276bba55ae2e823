import type { RunSummary } from '@/lib/contracts/runs';

/** One bar of the small chart beside a duration. */
export interface SparkBar {
  /** Height from 0 to 1, relative to the longest. */
  readonly height: number;
  /** Whether it is the run itself. */
  readonly isSelf: boolean;
}

/** Number of earlier runs that a run is compared with. */
export const SPARK_RUNS = 11;
/** Smallest number of earlier runs for a comparison. */
const LEAST = 2;

/** Durations of runs by pipeline, oldest first, for comparisons. A try, which executes a part of its pipeline, is left out. */
export function groupByPipeline(runs: readonly RunSummary[]): ReadonlyMap<string, readonly RunSummary[]> {
  const groups = new Map<string, Map<string, RunSummary>>();
  for (const run of runs) {
    if (run.trigger === 'try') continue;
    const group = groups.get(run.pipelineId) ?? new Map<string, RunSummary>();
    groups.set(run.pipelineId, group.set(run.id, run));
  }
  return new Map(
    [...groups].map(([id, group]) => [id, [...group.values()].sort((a, b) => a.number - b.number)] as const),
  );
}

/**
 * How a run's duration compares with the runs of its pipeline before it; empty when there are too few, and for a try.
 * @param now server time in ms since 1970, for an active run
 */
export function sparkBars(run: RunSummary, siblings: readonly RunSummary[], now: number): SparkBar[] {
  if (run.trigger === 'try') return [];
  const before = siblings
    .filter((other) => other.number < run.number && other.durationMs !== null)
    .slice(-SPARK_RUNS)
    .map((other) => other.durationMs ?? 0);
  if (before.length < LEAST) return [];
  const own = run.durationMs ?? Math.max(0, now - Date.parse(run.startedAt ?? run.createdAt));
  const longest = Math.max(1, own, ...before);
  // The square root keeps short runs visible beside one of a day.
  const height = (ms: number) => Math.sqrt(ms / longest);
  return [
    ...before.map((ms) => ({ height: height(ms), isSelf: false })),
    { height: height(own), isSelf: true },
  ];
}
