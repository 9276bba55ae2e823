import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Payload } from '@/engine';
import { instant, json, NOW } from './columns';
import { payloads } from './payloads';
import { pipelines } from './pipelines';

/** Pinned outputs of steps, which tries use in place of executions. They are not part of the document. */
export const outputPins = pgTable(
  'output_pins',
  {
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    step: text('step').notNull(),
    /** The value as in a journal, secrets masked. A large one is in the payload store. */
    payload: json<Payload>('payload').notNull(),
    /** The key of a value in the payload store; null for any other. */
    hash: text('hash').references(() => payloads.hash),
    /** Number of the run whose output it is; null for a typed value. */
    run: integer('run'),
    /** The kind of actor that pinned it, as in the audit log. */
    pinnedBy: text('pinned_by').notNull().default('local'),
    pinnedAt: instant('pinned_at').notNull().default(NOW),
  },
  (table) => [
    primaryKey({ columns: [table.pipelineId, table.step] }),
    index('output_pins_hash').on(table.hash).where(sql`${table.hash} is not null`),
  ],
);
