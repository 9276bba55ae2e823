import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';

/** Pipelines with the data of lists; texts are in `pipeline_drafts` and `pipeline_versions`. */
export const pipelines = pgTable('pipelines', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** The newest version. */
  version: integer('version').notNull(),
  /** Whether the draft differs from the newest version in more than positions. */
  edited: boolean('edited').notNull().default(false),
  /** Number of the newest run; incremented in the statement that inserts a run. */
  lastRunNumber: integer('last_run_number').notNull().default(0),
  /** Where lists show the pipeline; not part of its document. */
  folder: text('folder'),
  tags: text('tags').array().notNull().default(sql`'{}'`),
  /** Whether lists show the pipeline before all others. */
  pinned: boolean('pinned').notNull().default(false),
  createdAt: instant('created_at').notNull().default(NOW),
  updatedAt: instant('updated_at').notNull().default(NOW),
  deletedAt: instant('deleted_at'),
});
