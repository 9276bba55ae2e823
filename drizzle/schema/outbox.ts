import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { inIndexOf, isUnsent } from '../predicates';
import { instant, json, NOW } from './columns';

/** Entries to send to Restate, written in the same transaction as the changes that cause them. */
export const outbox = pgTable(
  'outbox',
  {
    /** Also the idempotency key of the request. */
    id: text('id').primaryKey(),
    runId: text('run_id').notNull(),
    /** Start of the run, or notification of new commands. */
    kind: text('kind').$type<'start' | 'command'>().notNull(),
    body: json('body').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    /** Time of the next attempt. */
    dueAt: instant('due_at').notNull().default(NOW),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql.raw(inIndexOf('outbox', isUnsent))),
    index('outbox_of_run').on(table.runId),
  ],
);
