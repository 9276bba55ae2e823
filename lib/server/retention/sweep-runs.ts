import type { Sql } from 'postgres';
import { MAX_KEEP_DAYS, MAX_KEEP_RUNS } from '@/engine';
import { pausing } from '../pausing';
import type { RemovalRule } from '../store/retention/lock-oldest';
import { type KeepSettings, pipelinesToSweep } from '../store/retention/pipelines-to-sweep';
import { removePayloads } from '../store/retention/remove-payloads';
import { removeRuns } from '../store/retention/remove-runs';
import { removeVersions, type VersionRule } from '../store/retention/remove-versions';
import type { KeepRule } from './keep-rule';

/** Pipelines in one page. */
const PORTION = 100;

export interface RunSweepOptions {
  readonly sql: Sql;
  /** Default for pipelines without their own settings. */
  readonly keep: KeepRule;
  /** Number of newest versions of each pipeline that always stay. */
  readonly keepVersions: number;
}

export interface SweptRuns {
  readonly runs: number;
  readonly versions: number;
  readonly payloads: number;
}

/**
 * Removes runs by the rules of their pipelines, then versions without runs and unreferenced payloads, in
 * small transactions with pauses. One process at a time sweeps.
 */
export async function sweepRuns(options: RunSweepOptions, signal: AbortSignal): Promise<SweptRuns> {
  let runs = 0;
  let versions = 0;
  let after = '';
  while (!signal.aborted) {
    const pipelines = await pipelinesToSweep(options.sql, after, PORTION);
    for (const pipeline of pipelines) {
      const rule = ruleOf(options, pipeline);
      runs += await sweepPipeline(options.sql, rule, signal);
      versions += await sweepVersions(options.sql, { ...rule, keepCount: options.keepVersions }, signal);
    }
    after = pipelines.at(-1)?.id ?? after;
    if (pipelines.length < PORTION) break;
  }
  return { runs, versions, payloads: await sweepPayloads(options.sql, signal) };
}

function ruleOf({ keep }: RunSweepOptions, { id, keepDays, keepCount }: KeepSettings): RemovalRule {
  return {
    pipelineId: id,
    keepDays: within(keepDays, MAX_KEEP_DAYS) ?? keep.days,
    keepCount: within(keepCount, MAX_KEEP_RUNS) ?? keep.count,
  };
}

async function sweepVersions(sql: Sql, rule: VersionRule, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const removed = await pausing(signal, () => removeVersions(sql, rule));
    total += removed;
    if (removed === 0) break;
  }
  return total;
}

async function sweepPipeline(sql: Sql, rule: RemovalRule, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const { runs, outcome } = await pausing(signal, () => removeRuns(sql, rule));
    total += runs;
    if (outcome !== 'more') break;
  }
  return total;
}

async function sweepPayloads(sql: Sql, signal: AbortSignal): Promise<number> {
  let total = 0;
  let after: string | undefined = '';
  while (after !== undefined && !signal.aborted) {
    const from: string = after;
    const { last, removed } = await pausing(signal, () => removePayloads(sql, from));
    total += removed;
    after = last;
  }
  return total;
}

/** A valid setting, or undefined: old documents may contain any value. */
function within(value: unknown, most: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
    ? value
    : undefined;
}
