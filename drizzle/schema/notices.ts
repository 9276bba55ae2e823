import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Notice } from '@/lib/contracts/notices';
import { instant, NOW } from './columns';
import { runs } from './runs';

/** The inbox: notices of notification steps. A notice is deleted with its run. */
export const notices = pgTable(
  'notices',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    step: text('step').notNull(),
    iteration: integer('iteration').array().notNull(),
    title: text('title'),
    message: text('message').notNull(),
    severity: text('severity').$type<Notice['severity']>().notNull(),
    priority: text('priority'),
    recipients: text('recipients').array().notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    readAt: instant('read_at'),
  },
  (table) => [
    // One notice for all attempts.
    uniqueIndex('notices_of_step').on(table.runId, table.step, table.iteration),
    index('notices_unread').on(table.id).where(sql`${table.readAt} is null`),
  ],
);
