import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WorkerInfo } from '@/lib/contracts/workers';
import { instant, json } from './columns';

/** Every process that carries out runs, as it last told of itself. */
export const workers = pgTable('workers', {
  /** The `owner` of the runs it holds; a new one for every start. */
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  /** `web` when it also serves pages, else `worker`. */
  kind: text('kind').$type<WorkerInfo['kind']>().notNull(),
  version: text('version').notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  /** Takes no more runs. */
  draining: boolean('draining').notNull().default(false),
  /** Runs it advances at once, at most. */
  slots: integer('slots').notNull(),
  /** Runs it advances now. */
  held: integer('held').notNull(),
  /** Memory, processor time, events written: what a list shows beside it. */
  load: json<WorkerInfo['load']>('load').notNull(),
});
