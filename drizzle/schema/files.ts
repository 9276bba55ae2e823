import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';
import { runs } from './runs';

/** Files that attempts created. The content is in the blob store; files are accessible only through their run. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    step: text('step').notNull(),
    iteration: integer('iteration').array().notNull(),
    attempt: integer('attempt').notNull(),
    /** A sanitised external label, never part of a path. */
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** SHA-256 of the content, in hex: the name of its blob. */
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    /** When the content expired. */
    expiredAt: instant('expired_at'),
  },
  (table) => [
    uniqueIndex('files_of_attempt').on(
      table.runId,
      table.step,
      table.iteration,
      table.attempt,
      table.sha256,
      table.name,
    ),
    index('files_of_run').on(table.runId, table.id),
    index('files_content').on(table.sha256),
    index('files_aging').on(table.createdAt).where(sql`${table.expiredAt} is null`),
  ],
);
