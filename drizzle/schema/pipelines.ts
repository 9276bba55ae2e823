import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** A pipeline and what a list shows of its current version; its text is in `pipeline_versions`. */
export const pipelines = pgTable(
  'pipelines',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The current version. */
    version: integer('version').notNull(),
    /** Number of the newest run; incremented in the statement that inserts one. */
    lastRunNumber: integer('last_run_number').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('pipelines_listed').on(table.updatedAt.desc()).where(sql`${table.deletedAt} is null`)],
);
