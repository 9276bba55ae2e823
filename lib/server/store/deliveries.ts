import { and, eq, isNotNull, lte, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { isOpen } from '@/drizzle/predicates';
import { pipelines, runs, triggerDeliveries, triggers } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { DELIVERY_REASONS, TriggerDelivery } from '@/lib/contracts/triggers';
import { type RowOf, rowsOf } from '../db/rows';
import { isoOf } from './instants';
import { type StoredTrigger, triggerColumns } from './triggers';
import { where } from './where';

/** A delivery to be recorded. */
export interface NewDelivery {
  readonly id: string;
  readonly triggerId: string;
  /** Deliveries with the same key are recorded once. */
  readonly eventKey: string;
  readonly dueAt?: Date | undefined;
  readonly outcome: TriggerDelivery['outcome'];
  readonly reason?: (typeof DELIVERY_REASONS)[number] | undefined;
  readonly detail?: string | undefined;
  readonly runId?: string | undefined;
}

/** Longest detail of a delivery, in characters. */
const MAX_DETAIL = 2000;

/**
 * Records a delivery. False when its event key is already recorded or its trigger was deleted. Hand-written SQL: it looks for
 * the trigger and inserts in one round trip.
 */
export async function insertDelivery(sql: Sql | TransactionSql, delivery: NewDelivery): Promise<boolean> {
  const { id, triggerId, eventKey, dueAt, outcome, reason, detail, runId } = delivery;
  const rows = await sql`
    insert into trigger_firings (id, trigger_id, at, due_at, occasion, outcome, reason, detail, run_id)
    select ${id}, t.id, clock_timestamp(), ${dueAt?.toISOString() ?? null}::text::timestamptz, ${eventKey}, ${outcome},
      ${reason ?? null}::text, ${detail?.replaceAll('\0', '').slice(0, MAX_DETAIL) ?? null}::text, ${runId ?? null}::text
    from triggers t where t.id = ${triggerId}
    on conflict (trigger_id, occasion) do nothing returning id`;
  return rows.length > 0;
}

/** The run that an event started; undefined when the event is unknown or started no run. */
export async function runOfEvent(
  sql: Sql | TransactionSql,
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

/** Whether a run that the trigger started is still active. Hand-written SQL, as it stops at the first one. */
export async function isUnderWay(tx: TransactionSql, triggerId: string): Promise<boolean> {
  const [row] = await tx<{ isUnderWay: boolean }[]>`
    select exists (
      select from (
        select status from runs where trigger_id = ${triggerId} order by created_at desc limit ${OVERLAPPING}
      ) r where ${where(tx, isOpen, 'r')}
    ) as "isUnderWay"`;
  return row?.isUnderWay ?? false;
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

/** Whether the scheduler has work, and when the next schedule is due. */
export interface Outlook {
  /** Milliseconds until the next schedule is due; 0 or less when it is overdue; null without schedules. */
  readonly dueInMs: number | null;
  readonly hasAnnounced: boolean;
}

/** Reads the work of the scheduler, by the database's clock, in one statement by hand. */
export async function outlook(sql: Sql): Promise<Outlook> {
  const [row] = await sql<Outlook[]>`
    select
      ceil(extract(epoch from (
        select min(next_at) from triggers where enabled and next_at is not null
      ) - clock_timestamp()) * 1000)::float8 as "dueInMs",
      exists (select from runs where announce) as "hasAnnounced"`;
  return row ?? { dueInMs: null, hasAnnounced: false };
}

/** A schedule that is due, and the database's clock. */
export interface DueTrigger extends StoredTrigger {
  readonly nextAt: string;
  readonly now: Date;
}

/** Schedules that are due, the most overdue first, including those of deleted pipelines. */
export async function dueTriggers(sql: Sql, limit: number): Promise<DueTrigger[]> {
  const rows = await rowsOf(sql)
    .select({
      ...triggerColumns,
      nextAt: text<Date | string>`${triggers.nextAt}`,
      now: text<Date | string>`now()`,
    })
    .from(triggers)
    .where(and(triggers.enabled, isNotNull(triggers.nextAt), lte(triggers.nextAt, NOW)))
    .orderBy(triggers.nextAt)
    .limit(limit);
  return rows.map((row) => ({ ...row, nextAt: isoOf(row.nextAt), now: new Date(row.now) }));
}

/**
 * Takes a due schedule for this transaction and sets when it is due next, undefined for never. False when the
 * schedule was changed or another scheduler holds it. Hand-written SQL: it skips a locked row.
 */
export async function takeDue(
  tx: TransactionSql,
  trigger: DueTrigger,
  nextAt: Date | undefined,
): Promise<boolean> {
  const rows = await tx`
    with taken as (
      select id from triggers
      where id = ${trigger.id} and enabled and next_at <= now()
        and date_trunc('milliseconds', next_at) = ${trigger.nextAt}::text::timestamptz
        and updated_at::text = ${trigger.revision}
      for update skip locked
    )
    update triggers t set next_at = ${nextAt?.toISOString() ?? null}::text::timestamptz
    from taken where t.id = taken.id returning t.id`;
  return rows.length > 0;
}

/** Turns off a trigger whose pipeline was deleted. */
export async function turnOff(sql: Sql | TransactionSql, id: string): Promise<void> {
  await rowsOf(sql).update(triggers).set({ enabled: false, nextAt: null }).where(eq(triggers.id, id));
}

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
    .where(eq(runs.announce, true))
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
    .where(and(eq(runs.id, id), runs.announce))
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
    .where(and(eq(triggers.sourcePipelineId, sourcePipelineId), triggers.enabled))
    .orderBy(triggers.pipelineId, triggers.id);
}

/** How long the history of deliveries is retained. */
export interface DeliveryRetention {
  /** How many of the newest deliveries of each trigger are retained. */
  readonly count: number;
  readonly days: number;
}

/** Deliveries younger than this are not deleted, since their keys identify repeated events. */
const STAY_HOURS = 24;

/** Deletes up to `limit` old deliveries. @returns how many */
export async function deleteOldDeliveries(
  sql: Sql,
  { count, days }: DeliveryRetention,
  limit: number,
): Promise<number> {
  const rows = await sql`
    delete from trigger_firings where id in (
      select f.id from triggers t
      cross join lateral (
        select id, at, row_number() over (order by at desc, id desc) as place
        from trigger_firings where trigger_id = t.id
      ) f
      where f.at < now() - ${days} * interval '1 day'
        or (f.place > ${count} and f.at < now() - ${STAY_HOURS} * interval '1 hour')
      limit ${limit}
    ) returning id`;
  return rows.length;
}
