import { and, count, eq, isNull, type SQL, sql as text } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { isLimited, isStartable } from '@/drizzle/predicates';
import { pipelines, runs } from '@/drizzle/schema';
import { type Queries, type RowOf, rowsOf } from '../db/rows';
import { insertRun, type NewRun } from './new-runs';
import { retrying } from './retry';
import { condition } from './where';

/** The run of an idempotency key. */
export interface KeyedRun extends Pick<RowOf<typeof runs>, 'id' | 'version' | 'params'> {
  readonly number: number;
}

/** The run of a pipeline with this key, if any. */
export async function findByKey(
  sql: Queries,
  pipelineId: string,
  key: string,
): Promise<KeyedRun | undefined> {
  const [run] = await rowsOf(sql)
    .select({ id: runs.id, number: text<number>`${runs.number}`, version: runs.version, params: runs.params })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), eq(runs.idempotencyKey, key)));
  return run;
}

/**
 * Inserts a run unless its pipeline already has one with the same key, and returns either; undefined when the
 * pipeline was deleted. Runs under a lock of the pipeline, so that run numbers have no gaps. Idempotent.
 */
export function insertOnce(
  sql: Sql,
  run: NewRun & { readonly idempotencyKey: string },
): Promise<{ readonly made: number } | { readonly existing: KeyedRun } | undefined> {
  return retrying(() =>
    sql.begin(async (tx) => {
      await rowsOf(tx)
        .select({ id: pipelines.id })
        .from(pipelines)
        .where(eq(pipelines.id, run.pipelineId))
        .for('no key update');
      const existing = await findByKey(tx, run.pipelineId, run.idempotencyKey);
      if (existing) return { existing };
      const made = await insertRun(tx, run);
      return made === undefined ? undefined : { made };
    }),
  );
}

/**
 * How many runs of each pipeline wait for a worker, without chunks of loops. Above `most` in total, counts may be too
 * low, but their sum is at least `most`: each part of the union reads one index and stops at `most`.
 */
export async function countPending(sql: Sql, most: number): Promise<ReadonlyMap<string, number>> {
  const db = rowsOf(sql);
  const pendingBy = (...conditions: SQL[]) =>
    db
      .select({ pipelineId: runs.pipelineId })
      .from(runs)
      .where(and(...conditions))
      .limit(most);
  const waiting = unionAll(
    pendingBy(condition(isStartable), isNull(runs.chunkOf)),
    pendingBy(condition(isLimited), isNull(runs.chunkOf)),
    pendingBy(eq(runs.status, 'pending'), isNull(runs.owner), eq(runs.driver, 'restate')),
  ).as('waiting');
  const rows = await db
    .select({ pipelineId: waiting.pipelineId, pending: count() })
    .from(waiting)
    .groupBy(waiting.pipelineId);
  return new Map(rows.map(({ pipelineId, pending }) => [pipelineId, pending]));
}
