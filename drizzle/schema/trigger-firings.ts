import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { triggers } from './triggers';

/** Every time a trigger fired, or did not although it was due, and why. */
export const triggerFirings = pgTable(
  'trigger_firings',
  {
    id: text('id').primaryKey(),
    triggerId: text('trigger_id')
      .notNull()
      .references(() => triggers.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** Of a schedule: the instant it was meant for. */
    dueAt: instant('due_at'),
    /** The same occasion never fires twice: a due time, a run that ended, a sender's key. */
    occasion: text('occasion').notNull(),
    /** `started`, `skipped` or `refused`. */
    outcome: text('outcome').notNull(),
    /** Why nothing was started, in one word for programs and one sentence for people. */
    reason: text('reason'),
    detail: text('detail'),
    runId: text('run_id'),
  },
  (table) => [
    uniqueIndex('trigger_firings_occasion').on(table.triggerId, table.occasion),
    index('trigger_firings_newest').on(table.triggerId, table.at.desc(), table.id),
    index('trigger_firings_of_run').on(table.runId).where(sql`${table.runId} is not null`),
  ],
);
