import type { RunStatus } from '../state/state';
import { failurePattern } from './failure-pattern';
import type { StepDigest } from './step-digest';

/** A run as its history reads it. */
export interface HistoryRun {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly status: RunStatus;
  /** ISO 8601. */
  readonly createdAt: string;
  /** From start to end, in ms; null while it has not ended. */
  readonly durationMs: number | null;
  readonly failedStep: string | null;
  /** Message of its failure. */
  readonly error: string | null;
  readonly steps: readonly StepDigest[];
}

/** Runs that have ended, by how they ended. */
export interface RunTotals {
  /** Completed and failed runs: a cancelled run says nothing about the pipeline. */
  readonly ended: number;
  readonly failed: number;
  /** Completed of completed and failed runs, from 0 to 1; null without any. */
  readonly successRate: number | null;
  /** Durations of completed runs, in ms; null without any. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Runs in which a step had more than one attempt. */
  readonly retried: number;
}

/** Totals of the runs that were created on one day, in UTC: `2026-11-20`. */
export interface DayTotals extends RunTotals {
  readonly day: string;
}

/** Why a version is worse than the version before it. */
export const WORSENING = ['more_failures', 'slower'] as const;
export type Worsening = (typeof WORSENING)[number];

/** Totals of the runs of one version. */
export interface VersionTotals extends RunTotals {
  readonly version: number;
  /** The next older version with runs; null for the oldest one. */
  readonly previous: number | null;
  readonly worse: readonly Worsening[];
}

/** Totals of one step. */
export interface StepTotals {
  readonly step: string;
  /** Runs that executed it. */
  readonly executed: number;
  readonly failed: number;
  readonly retried: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Failures of one step with messages of one pattern. */
export interface FailureGroup {
  /** Null when no step failed the run. */
  readonly step: string | null;
  readonly pattern: string;
  /** The newest message. */
  readonly example: string;
  readonly count: number;
  /** The newest runs, newest first. */
  readonly runs: readonly { readonly id: string; readonly number: number }[];
}

/** Runs of a group that are listed. */
const GROUP_RUNS = 20;

/** Runs that a version needs for a comparison: fewer differ by chance. */
const LEAST_RUNS = 5;

/** A version is worse when its success rate is lower by this share, or its p50 longer by this factor and time. */
const LOWER_RATE = 0.15;
const SLOWER_FACTOR = 1.5;
const SLOWER_MS = 100;

/** Totals of some runs. */
export function totalsOf(runs: readonly HistoryRun[]): RunTotals {
  const completed = runs.filter(({ status }) => status === 'completed');
  const failed = runs.filter(({ status }) => status === 'failed').length;
  const ended = completed.length + failed;
  const durations = sortedNumbers(completed.map(({ durationMs }) => durationMs));
  return {
    ended,
    failed,
    successRate: ended === 0 ? null : completed.length / ended,
    p50Ms: quantile(durations, 0.5),
    p95Ms: quantile(durations, 0.95),
    retried: runs.filter(({ steps }) => steps.some(({ attempts = 1 }) => attempts > 1)).length,
  };
}

/** Totals of each day with runs, oldest first. */
export function dayTotals(runs: readonly HistoryRun[]): DayTotals[] {
  return [...groupBy(runs, ({ createdAt }) => createdAt.slice(0, 10))]
    .map(([day, group]) => ({ day, ...totalsOf(group) }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** Totals of each version with runs, newest first, compared with the version before it. */
export function versionTotals(runs: readonly HistoryRun[]): VersionTotals[] {
  const versions = [...groupBy(runs, ({ version }) => version)].sort(([a], [b]) => b - a);
  const totals = versions.map(([version, group]) => ({ version, ...totalsOf(group) }));
  return totals.map((own, index) => {
    const before = totals[index + 1];
    return { ...own, previous: before?.version ?? null, worse: before ? worseningOf(before, own) : [] };
  });
}

function worseningOf(before: RunTotals, own: RunTotals): Worsening[] {
  if (before.ended < LEAST_RUNS || own.ended < LEAST_RUNS) return [];
  const worse: Worsening[] = [];
  if ((before.successRate ?? 0) - (own.successRate ?? 0) >= LOWER_RATE) worse.push('more_failures');
  const [was, is] = [before.p50Ms, own.p50Ms];
  if (was !== null && is !== null && is >= was * SLOWER_FACTOR && is - was >= SLOWER_MS) worse.push('slower');
  return worse;
}

/** Totals of each step, in the order in which the newest runs executed them. */
export function stepTotals(runs: readonly HistoryRun[]): StepTotals[] {
  const executed = runs.flatMap(({ steps }) => steps.filter(isExecuted));
  return [...groupBy(executed, ({ step }) => step)].map(([step, group]) => {
    const durations = sortedNumbers(group.map(({ durationMs = null }) => durationMs));
    return {
      step,
      executed: group.length,
      failed: group.filter(({ status }) => status === 'failed').length,
      retried: group.filter(({ attempts = 1 }) => attempts > 1).length,
      p50Ms: quantile(durations, 0.5),
      p95Ms: quantile(durations, 0.95),
    };
  });
}

function isExecuted({ status, reused }: StepDigest): boolean {
  return reused !== true && (status === 'completed' || status === 'failed');
}

/** Failed runs by step and pattern of the message, the largest group first. @param runs newest first */
export function failureGroups(runs: readonly HistoryRun[]): FailureGroup[] {
  const failed = runs.filter(({ status, error }) => status === 'failed' && error !== null);
  const groups = groupBy(failed, ({ failedStep, error }) =>
    JSON.stringify([failedStep, failurePattern(error ?? '')]),
  );
  return [...groups.values()]
    .map((group) => ({
      step: group[0]?.failedStep ?? null,
      pattern: failurePattern(group[0]?.error ?? ''),
      example: group[0]?.error ?? '',
      count: group.length,
      runs: group.slice(0, GROUP_RUNS).map(({ id, number }) => ({ id, number })),
    }))
    .sort((a, b) => b.count - a.count);
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function sortedNumbers(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).sort((a, b) => a - b);
}

/** The nearest rank. @param sorted ascending */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
