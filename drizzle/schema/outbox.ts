import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, json, NOW } from './columns';

/** What another engine has yet to be told, written in the same transaction as what it follows from. */
export const outbox = pgTable(
  'outbox',
  {
    /** Also the key under which the other side knows it again. */
    id: text('id').primaryKey(),
    runId: text('run_id').notNull(),
    /** What the run is to be told. */
    kind: text('kind').$type<'start' | 'command'>().notNull(),
    body: json('body').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    /** When to try (again). */
    dueAt: instant('due_at').notNull().default(NOW),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('outbox_due').on(table.dueAt).where(sql`${table.sentAt} is null`),
    index('outbox_of_run').on(table.runId),
  ],
);
