import type { TransactionSql } from 'postgres';
import { isUnsent } from '@/drizzle/predicates';
import type { runs } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';
import { where } from '../where';

/** Which runs of a pipeline may be removed: those that exceed either limit. */
export interface RemovalRule {
  readonly pipelineId: string;
  /** Age since the end of the run. */
  readonly keepDays: number;
  /** Newest runs that stay. */
  readonly keepCount: number;
}

/** A run that may be removed, and the length of its journal. */
export type Candidate = Pick<RowOf<typeof runs>, 'id' | 'lastSeq'>;

/** Runs at most to be removed in one transaction. */
export const BATCH_RUNS = 50;

/**
 * Locks the oldest runs that a rule selects. A run ends after its creation, so the index on the creation time finds runs that
 * ended long ago. Hand-written SQL: it skips runs that another transaction has locked.
 */
export async function lockOldest(tx: TransactionSql, rule: RemovalRule): Promise<Candidate[]> {
  const { pipelineId, keepDays, keepCount } = rule;
  const endedBefore = tx`now() - ${keepDays} * interval '1 day'`;
  // As text: a JavaScript date would lose the microseconds.
  const [surplus = { createdAt: '-infinity', id: '' }] = await tx<{ createdAt: string; id: string }[]>`
    select created_at::text as "createdAt", id from runs
    where pipeline_id = ${pipelineId} and chunk_of is null
    order by created_at desc, id desc offset ${keepCount} limit 1`;
  const surplusAt = tx`${surplus.createdAt}::text::timestamptz`;
  return tx<Candidate[]>`
    select r.id, r.last_seq as "lastSeq" from runs r
    where r.pipeline_id = ${pipelineId} and r.chunk_of is null
      and r.created_at <= greatest(${endedBefore}, ${surplusAt})
      and (r.finished_at < ${endedBefore} or (r.created_at, r.id) <= (${surplusAt}, ${surplus.id}))
      and r.finished_at is not null and r.owner is null and not r.pinned and not r.announce
      and not exists (select from runs c where c.chunk_of = r.id and c.finished_at is null)
      and not exists (select from outbox o where o.run_id = r.id and ${where(tx, isUnsent, 'o')})
    order by r.created_at, r.id limit ${BATCH_RUNS}
    for update of r skip locked`;
}
