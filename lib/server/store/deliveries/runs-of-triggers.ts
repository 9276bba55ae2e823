import { and, desc, eq, sql as text } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { isOpen } from '@/drizzle/predicates';
import { runs, triggerDeliveries } from '@/drizzle/schema';
import { type Queries, rowsOf } from '../../db/rows';
import { condition } from '../where';

/** The run that an event started; undefined when the event is unknown or started no run. */
export async function runOfEvent(
  sql: Queries,
  triggerId: string,
  eventKey: string,
): Promise<{ id: string; number: number } | undefined> {
  const [run] = await rowsOf(sql)
    .select({ id: runs.id, number: text<number>`${runs.number}` })
    .from(triggerDeliveries)
    .innerJoin(runs, eq(runs.id, triggerDeliveries.runId))
    .where(and(eq(triggerDeliveries.triggerId, triggerId), eq(triggerDeliveries.eventKey, eventKey)));
  return run;
}

/** Newest runs of a trigger that are searched for an active one. */
const OVERLAPPING = 100;

/** Whether a run that the trigger started is still active. */
export async function isUnderWay(tx: TransactionSql, triggerId: string): Promise<boolean> {
  const db = rowsOf(tx);
  const newest = db
    .select({ status: runs.status })
    .from(runs)
    .where(eq(runs.triggerId, triggerId))
    .orderBy(desc(runs.createdAt))
    .limit(OVERLAPPING)
    .as('newest');
  const rows = await db.select().from(newest).where(condition(isOpen, 'newest')).limit(1);
  return rows.length > 0;
}

/** Whether a run of a pipeline is quarantined. */
export async function hasQuarantined(tx: TransactionSql, pipelineId: string): Promise<boolean> {
  const rows = await rowsOf(tx)
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), eq(runs.hold, 'quarantined')))
    .limit(1);
  return rows.length > 0;
}
