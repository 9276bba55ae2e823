import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WorkerInfo } from '@/lib/contracts/workers';
import { instant, json } from './columns';

/** Processes that execute runs, with their last reported state. */
export const workers = pgTable('workers', {
  /** The `owner` of leased runs, different at each start. */
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  /** `web` when the process also serves pages, otherwise `worker`. */
  kind: text('kind').$type<WorkerInfo['kind']>().notNull(),
  version: text('version').notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  /** Whether the process claims no more runs. */
  draining: boolean('draining').notNull().default(false),
  /** Maximum number of concurrent runs. */
  slots: integer('slots').notNull(),
  /** Number of leased runs. */
  held: integer('held').notNull(),
  /** Memory, processor time and written events, for the page of workers. */
  load: json<WorkerInfo['load']>('load').notNull(),
});
