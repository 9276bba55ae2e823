import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { pipelines } from './pipelines';

/** Every text that was saved. Runs read their definition here, so a version is never changed or removed. */
export const pipelineVersions = pgTable(
  'pipeline_versions',
  {
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id),
    version: integer('version').notNull(),
    /** Canonical document text, byte for byte: the order of keys is the author's. */
    document: text('document').notNull(),
    /** SHA-256 of `document`, in hex. */
    hash: text('hash').notNull(),
    stepCount: integer('step_count').notNull(),
    /** Problems that would block a run, as of the save. */
    problemCount: integer('problem_count').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.pipelineId, table.version] })],
);
