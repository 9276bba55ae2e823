import type { Sql, TransactionSql } from 'postgres';
import { isLimited, isStartable } from '@/drizzle/predicates';
import type { JsonObject } from '@/engine';
import { insertRun, type NewRun } from './new-runs';
import { retrying } from './retry';
import { where } from './where';

/** The run that an idempotency key belongs to. */
export interface KeyedRun {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly params: JsonObject;
}

/** The run of a pipeline that has this key, if there is one. */
export async function findByKey(
  sql: Sql | TransactionSql,
  pipelineId: string,
  key: string,
): Promise<KeyedRun | undefined> {
  const [run] = await sql<KeyedRun[]>`
    select id, number, version, params from runs where pipeline_id = ${pipelineId} and idempotency_key = ${key}`;
  return run;
}

/**
 * Inserts a run unless one of its pipeline has its key: answers that one then, and undefined when the pipeline is gone.
 * Looking and inserting happen under a lock of the pipeline, so that no number is left out. Sending it again is safe.
 */
export function insertOnce(
  sql: Sql,
  run: NewRun & { readonly idempotencyKey: string },
): Promise<{ readonly made: number } | { readonly existing: KeyedRun } | undefined> {
  return retrying(() =>
    sql.begin(async (tx) => {
      await tx`select from pipelines where id = ${run.pipelineId} for no key update`;
      const existing = await findByKey(tx, run.pipelineId, run.idempotencyKey);
      if (existing) return { existing };
      const made = await insertRun(tx, run);
      return made === undefined ? undefined : { made };
    }),
  );
}

/**
 * How many runs of each pipeline wait for a worker to begin them; parts of loops are no runs of their own. Once more than
 * `most` wait, counts may be too low, their sum is not below `most`.
 */
export async function countPending(sql: Sql, most: number): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ pipelineId: string; pending: number }[]>`
    select pipeline_id as "pipelineId", count(*)::int as pending from (
      (select pipeline_id from runs
        where ${where(sql, isStartable)} and chunk_of is null
        limit ${most})
      union all
      (select pipeline_id from runs
        where ${where(sql, isLimited)} and chunk_of is null
        limit ${most})
      union all
      (select pipeline_id from runs where status = 'pending' and owner is null and driver = 'restate' limit ${most})
    ) as waiting
    group by pipeline_id`;
  return new Map(rows.map(({ pipelineId, pending }) => [pipelineId, pending]));
}
