import { and, eq, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { isAnnounced, isFollowing } from '@/drizzle/predicates';
import { pipelines, runs, triggers } from '@/drizzle/schema';
import { type RowOf, rowsOf } from '../../db/rows';
import { type StoredTrigger, triggerColumns } from '../triggers';
import { condition } from '../where';

/** An ended run for which triggers wait. */
export interface AnnouncedRun
  extends Pick<RowOf<typeof runs>, 'id' | 'status' | 'error' | 'origin' | 'lastSeq' | 'pipelineId'> {
  readonly number: number;
  readonly pipelineName: string;
}

/** Ended runs whose triggers were not notified yet, oldest first. */
export function announcedRuns(sql: Sql, limit: number): Promise<AnnouncedRun[]> {
  return rowsOf(sql)
    .select({
      id: runs.id,
      number: text<number>`coalesce(${runs.number}, 0)`,
      status: runs.status,
      error: runs.error,
      origin: runs.origin,
      lastSeq: runs.lastSeq,
      pipelineId: runs.pipelineId,
      pipelineName: pipelines.name,
    })
    .from(runs)
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .where(condition(isAnnounced, 'runs'))
    .orderBy(runs.finishedAt)
    .limit(limit);
}

/**
 * Takes an announced run for this transaction. False when another scheduler holds it or its triggers were
 * already notified.
 */
export async function takeAnnounced(tx: TransactionSql, id: string): Promise<boolean> {
  const rows = await rowsOf(tx)
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, id), condition(isAnnounced)))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
}

/** Records that the triggers of an ended run were notified. */
export async function clearAnnounced(tx: TransactionSql, id: string): Promise<void> {
  await rowsOf(tx).update(runs).set({ announce: false }).where(eq(runs.id, id));
}

/**
 * Triggers that wait for runs of a pipeline, ordered so that all schedulers lock the started pipelines in the
 * same order.
 */
export function triggersOfSource(sql: Sql, sourcePipelineId: string): Promise<StoredTrigger[]> {
  return rowsOf(sql)
    .select(triggerColumns)
    .from(triggers)
    .innerJoin(pipelines, eq(pipelines.id, triggers.sourcePipelineId))
    .where(and(eq(triggers.sourcePipelineId, sourcePipelineId), condition(isFollowing, 'triggers')))
    .orderBy(triggers.pipelineId, triggers.id);
}
