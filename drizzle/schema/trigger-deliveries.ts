import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TriggerDelivery } from '@/lib/contracts/triggers';
import { instant } from './columns';
import { triggers } from './triggers';

/** Deliveries of triggers. The table, its indexes and the column `occasion` have names of earlier releases. */
export const triggerDeliveries = pgTable(
  'trigger_firings',
  {
    id: text('id').primaryKey(),
    triggerId: text('trigger_id')
      .notNull()
      .references(() => triggers.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** Due time of a schedule. */
    dueAt: instant('due_at'),
    /** Identifies the event, which is delivered once: a due time, a run that ended, or the key of the sender. */
    eventKey: text('occasion').notNull(),
    /** `started`, `skipped` or `refused`. */
    outcome: text('outcome').$type<TriggerDelivery['outcome']>().notNull(),
    /** Code of the reason why no run was started; `detail` is a sentence for people. */
    reason: text('reason').$type<TriggerDelivery['reason']>(),
    detail: text('detail'),
    runId: text('run_id'),
  },
  (table) => [
    uniqueIndex('trigger_firings_occasion').on(table.triggerId, table.eventKey),
    index('trigger_firings_newest').on(table.triggerId, table.at.desc(), table.id),
    index('trigger_firings_of_run').on(table.runId).where(sql`${table.runId} is not null`),
  ],
);
