import { displayStatus, isOpen } from '@/components/run-state/status';
import { STATUS_LOOKS } from '@/components/ui/status';
import type { RunMark } from '@/lib/contracts/pipelines';

/** Number of runs in a strip. */
export const STRIP_LENGTH = 24;

/** Heights in pixels: a short run is a visible bar, and the longest leaves space for the dot above a failure. */
export const LOWEST = 8;
export const HIGHEST = 22;

/** One bar of a strip. */
export interface Bar {
  readonly run: RunMark;
  /** In pixels, from `LOWEST` to `HIGHEST`. */
  readonly height: number;
}

/** How long a run took, or has taken until `now`; in milliseconds. */
export function durationOf(run: RunMark, now: Date): number {
  return run.durationMs ?? Math.max(0, now.getTime() - Date.parse(run.createdAt));
}

/** The bars of a strip, oldest first, scaled to the longest run. */
export function barsOf(newestFirst: readonly RunMark[], now: Date): Bar[] {
  const runs = newestFirst.slice(0, STRIP_LENGTH).toReversed();
  const longest = Math.max(1, ...runs.map((run) => durationOf(run, now)));
  return runs.map((run) => {
    // The square root keeps short runs distinguishable beside a very long one.
    const share = Math.sqrt(durationOf(run, now) / longest);
    return { run, height: Math.round(LOWEST + (HIGHEST - LOWEST) * share) };
  });
}

/** Median duration of the completed runs, in milliseconds; undefined when none completed. */
export function medianDuration(runs: readonly RunMark[]): number | undefined {
  const durations = runs
    .flatMap((run) => (run.status === 'completed' && run.durationMs !== null ? [run.durationMs] : []))
    .sort((a, b) => a - b);
  const upper = durations[Math.floor(durations.length / 2)];
  const lower = durations[Math.floor((durations.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

/** A strip as text: `Last 24 runs: 21 completed, 2 failed, 1 running`. */
export function describeStrip(runs: readonly RunMark[]): string {
  if (runs.length === 0) return 'No runs yet';
  const counts = new Map<string, number>();
  for (const run of runs) {
    const status = STATUS_LOOKS[displayStatus(run)].word.toLowerCase();
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([status, count]) => `${count} ${status}`);
  return `Last ${runs.length === 1 ? 'run' : `${runs.length} runs`}: ${parts.join(', ')}`;
}

/** Whether a run may still change. */
export function isUnfinished(run: RunMark): boolean {
  return isOpen(run.status);
}
