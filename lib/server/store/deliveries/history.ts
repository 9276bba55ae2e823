import { and, desc, eq, gt, inArray, lt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs, triggerDeliveries, triggers } from '@/drizzle/schema';
import type { DeliveryPage, TriggerDelivery } from '@/lib/contracts/triggers';
import { isAny, rowsOf } from '../../db/rows';

const { at, dueAt, outcome, reason, detail, id, triggerId } = triggerDeliveries;

/** A delivery with its run. */
const columns = {
  delivery: { id, at, dueAt, outcome, reason, detail },
  run: { id: runs.id, number: runs.number, status: runs.status },
};

interface DeliveryRow {
  readonly delivery: Omit<TriggerDelivery, 'run'>;
  readonly run: Readonly<Pick<typeof runs.$inferSelect, 'id' | 'number' | 'status'>> | null;
}

function toDelivery({ delivery, run }: DeliveryRow): TriggerDelivery {
  const { number = null } = run ?? {};
  return { ...delivery, run: run && number !== null ? { ...run, number } : null };
}

/** The newest delivery of each given trigger. */
export async function lastDeliveries(
  sql: Sql,
  triggerIds: readonly string[],
): Promise<Map<string, TriggerDelivery>> {
  const db = rowsOf(sql);
  // One index lookup for each trigger, however long its history is.
  const newest = db
    .select()
    .from(triggerDeliveries)
    .where(eq(triggerId, triggers.id))
    .orderBy(desc(at), desc(id))
    .limit(1)
    .as('newest');
  const rows = await db
    .select({
      triggerId: triggers.id,
      delivery: {
        id: newest.id,
        at: newest.at,
        dueAt: newest.dueAt,
        outcome: newest.outcome,
        reason: newest.reason,
        detail: newest.detail,
      },
      run: columns.run,
    })
    .from(triggers)
    .crossJoinLateral(newest)
    .leftJoin(runs, eq(runs.id, newest.runId))
    .where(isAny(triggers.id, triggerIds));
  return new Map(rows.map((row) => [row.triggerId, toDelivery(row)]));
}

export interface DeliveryFilter {
  readonly triggerId: string;
  readonly outcome?: TriggerDelivery['outcome'] | undefined;
  /** The last delivery of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of deliveries, newest first. */
export async function listDeliveries(sql: Sql, filter: DeliveryFilter): Promise<DeliveryPage> {
  const { before, limit } = filter;
  const rows = await rowsOf(sql)
    .select(columns)
    .from(triggerDeliveries)
    .leftJoin(runs, eq(runs.id, triggerDeliveries.runId))
    .where(
      and(
        eq(triggerId, filter.triggerId),
        filter.outcome && eq(outcome, filter.outcome),
        before === undefined
          ? undefined
          : text`(${at}, ${id}) < (select b.at, b.id from ${triggerDeliveries} b where b.id = ${before})`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit + 1);
  const deliveries = rows.slice(0, limit).map(toDelivery);
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
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
  const db = rowsOf(sql);
  const ranked = db
    .select({ id, at, place: text<number>`row_number() over (order by ${at} desc, ${id} desc)`.as('place') })
    .from(triggerDeliveries)
    .where(eq(triggerId, triggers.id))
    .as('ranked');
  const isOld = lt(ranked.at, text`now() - ${days} * interval '1 day'`);
  const isSurplus = and(
    gt(ranked.place, count),
    lt(ranked.at, text`now() - ${STAY_HOURS} * interval '1 hour'`),
  );
  const old = db
    .select({ id: ranked.id })
    .from(triggers)
    .crossJoinLateral(ranked)
    .where(or(isOld, isSurplus))
    .limit(limit);
  const gone = await db.delete(triggerDeliveries).where(inArray(id, old)).returning({ id });
  return gone.length;
}
