import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, json } from './columns';

/**
 * The journal: append-only, one gapless sequence per run. No foreign key: every insert joins the locked row of the run,
 * and a check would cost a trigger per event.
 */
export const runEvents = pgTable(
  'run_events',
  {
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    at: instant('at').notNull(),
    type: text('type').notNull(),
    step: text('step'),
    iteration: integer('iteration').array(),
    attempt: integer('attempt'),
    /** The event without `seq` and `at`; large values are references to `payloads`. */
    body: json('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
