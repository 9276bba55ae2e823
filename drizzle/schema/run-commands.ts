import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { JsonObject } from '@/engine';
import { instant, json, NOW } from './columns';
import { runs } from './runs';

/** Commands to runs: cancel, pause, resume, a signal, or an answer about an attempt. */
export const runCommands = pgTable(
  'run_commands',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    /** Counts from 1 within the run, in the order in which commands are applied. */
    number: integer('number').notNull(),
    /** Idempotency key of the sender, unique within the run. */
    idempotencyKey: text('idempotency_key'),
    kind: text('kind').notNull(),
    body: json<JsonObject>('body').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    /** When the journal first contained the effect of the command. */
    consumedAt: instant('consumed_at'),
  },
  (table) => [
    uniqueIndex('run_commands_number').on(table.runId, table.number),
    uniqueIndex('run_commands_idempotency')
      .on(table.runId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('run_commands_open').on(table.runId, table.number).where(sql`${table.consumedAt} is null`),
  ],
);
