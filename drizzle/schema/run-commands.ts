import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { runs } from './runs';

/** What people asked of a run while it was under way: cancel it, or answer about an interrupted attempt. */
export const runCommands = pgTable(
  'run_commands',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    kind: text('kind').notNull(),
    body: json('body').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When an owner's journal first showed its effect. */
    consumedAt: instant('consumed_at'),
  },
  (table) => [index('run_commands_of_run').on(table.runId, table.createdAt)],
);
