import { and, eq, exists, lte, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { isAnnounced, isScheduled } from '@/drizzle/predicates';
import { runs, triggers } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type Queries, rowsOf } from '../../db/rows';
import { isoOf } from '../instants';
import { type StoredTrigger, triggerColumns } from '../triggers';
import { condition } from '../where';

/** Whether the scheduler has work, and when the next schedule is due. */
export interface Outlook {
  /** Milliseconds until the next schedule is due; 0 or less when it is overdue; null without schedules. */
  readonly dueInMs: number | null;
  readonly hasAnnounced: boolean;
}

/** Reads the work of the scheduler, by the database's clock. */
export async function outlook(sql: Sql): Promise<Outlook> {
  const db = rowsOf(sql);
  const announced = db.select({ id: runs.id }).from(runs).where(condition(isAnnounced));
  const [row] = await db
    .select({
      dueInMs: text<
        number | null
      >`ceil(extract(epoch from min(${triggers.nextAt}) - clock_timestamp()) * 1000)::float8`,
      hasAnnounced: text<boolean>`${exists(announced)}`,
    })
    .from(triggers)
    .where(condition(isScheduled));
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
    .where(and(condition(isScheduled), lte(triggers.nextAt, NOW)))
    .orderBy(triggers.nextAt)
    .limit(limit);
  return rows.map((row) => ({ ...row, nextAt: isoOf(row.nextAt), now: new Date(row.now) }));
}

/** Turns off a trigger whose pipeline was deleted. */
export async function turnOff(sql: Queries, id: string): Promise<void> {
  await rowsOf(sql).update(triggers).set({ enabled: false, nextAt: null }).where(eq(triggers.id, id));
}
