import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';
import { runs } from './runs';

/** Values that are too large for the journal, stored once by content. */
export const payloads = pgTable('payloads', {
  /** SHA-256 of the value as JSON text, in hex. */
  hash: text('hash').primaryKey(),
  /** Length of the text in UTF-8, in bytes. */
  bytes: integer('bytes').notNull(),
  /** The value as JSON text; null when it is in the blob store, under the same hash. */
  body: text('body'),
  /** Where its parts are, as JSON, for values in the blob store; null before it was first needed. Derived from the text. */
  outline: text('outline'),
  createdAt: instant('created_at').notNull().default(NOW),
});

/** References of runs to payloads. A payload is accessible only through a run that refers to it. */
export const runPayloads = pgTable(
  'run_payloads',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    hash: text('hash')
      .notNull()
      .references(() => payloads.hash),
  },
  (table) => [primaryKey({ columns: [table.runId, table.hash] }), index('run_payloads_hash').on(table.hash)],
);
