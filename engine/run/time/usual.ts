import type { Graph } from '../../pipeline/graph';
import { type HistoryRun, stepTotals, totalsOf } from '../history/figures';
import type { RunTimes } from './run-times';

/** How long something usually takes: the median of earlier completed runs. */
export interface Usual {
  readonly ms: number;
  /** Runs that it is the median of. */
  readonly runs: number;
}

/** Usual durations of a pipeline. */
export interface UsualTimes {
  /** Undefined with too few runs. */
  readonly run: Usual | undefined;
  readonly steps: ReadonlyMap<string, Usual>;
  /** Completed runs that were read. */
  readonly runs: number;
}

/** A duration beside its usual one. */
export interface Comparison {
  readonly usualMs: number;
  readonly runs: number;
  /** Duration divided by the usual one, when that is worth a word: clearly slower. Undefined otherwise. */
  readonly slower: number | undefined;
}

/** Completed runs that a median needs: of fewer, one slow run decides. */
const LEAST_RUNS = 3;

/** A duration is slower when it is longer by this factor and by this time. */
const SLOWER_FACTOR = 1.5;
const SLOWER_MS = 500;

/** The usual durations of a pipeline. @param runs earlier runs; only completed ones count */
export function usualTimes(runs: readonly HistoryRun[]): UsualTimes {
  const completed = runs.filter(({ status }) => status === 'completed');
  const { p50Ms } = totalsOf(completed);
  const steps = stepTotals(completed).flatMap(({ step, executed, p50Ms: ms }) =>
    ms !== null && executed >= LEAST_RUNS ? [[step, { ms, runs: executed }] as const] : [],
  );
  const isEnough = completed.length >= LEAST_RUNS && p50Ms !== null;
  return {
    run: isEnough ? { ms: p50Ms, runs: completed.length } : undefined,
    steps: new Map(steps),
    runs: completed.length,
  };
}

/** A duration beside its usual one; undefined without a usual one. */
export function compareWithUsual(ms: number, usual: Usual | undefined): Comparison | undefined {
  if (!usual) return undefined;
  const isSlower = ms - usual.ms >= SLOWER_MS && ms >= usual.ms * SLOWER_FACTOR;
  return {
    usualMs: usual.ms,
    runs: usual.runs,
    slower: isSlower ? ms / Math.max(1, usual.ms) : undefined,
  };
}

/** `4.2 times slower than usual` for a duration that is; undefined otherwise. */
export function slowerText({ slower }: Comparison): string | undefined {
  if (slower === undefined) return undefined;
  return `${slower >= 10 ? Math.round(slower) : slower.toFixed(1)} times slower than usual`;
}

interface RemainingInput {
  readonly times: Pick<RunTimes, 'steps'>;
  readonly graph: Pick<Graph, 'steps' | 'order'>;
  readonly usual: UsualTimes;
  /** Steps that have ended or were skipped. */
  readonly isSettled: (step: string) => boolean;
  readonly now: number;
}

/**
 * The estimated time until an active run ends, in ms: steps take as long as usual, and those that less than half of the
 * earlier runs executed are left out. Undefined without usual durations.
 */
export function remainingMs({ times, graph, usual, isSettled, now }: RemainingInput): number | undefined {
  if (!usual.run) return undefined;
  const active = new Map(times.steps.map((time) => [time.step, time]));
  const ends = new Map<string, number>();
  for (const step of graph.order) {
    const known = usual.steps.get(step);
    const isUsual = known !== undefined && known.runs * 2 >= usual.runs;
    const lengthMs = isUsual ? known.ms : 0;
    const before = (graph.steps.get(step)?.upstream ?? []).map((id) => ends.get(id) ?? now);
    const begun = active.get(step);
    const from = begun?.from ?? Math.max(now, ...before);
    ends.set(step, isSettled(step) ? now : Math.max(now, from + lengthMs));
  }
  return Math.max(0, ...[...ends.values()].map((end) => end - now));
}
