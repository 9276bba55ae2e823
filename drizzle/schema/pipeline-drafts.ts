import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';
import { pipelines } from './pipelines';

/**
 * The draft of each pipeline: one row per pipeline, overwritten by every autosave. A separate table, so that vacuuming
 * overwritten texts reads no other table.
 */
export const pipelineDrafts = pgTable('pipeline_drafts', {
  pipelineId: text('pipeline_id')
    .primaryKey()
    .references(() => pipelines.id),
  /** Counts from 1; incremented by every write. A write must name the current revision. */
  revision: integer('revision').notNull(),
  /** Canonical text of the document with its layout, in the key order of the author. */
  document: text('document').notNull(),
  /** SHA-256 of `document`, in hex. */
  hash: text('hash').notNull(),
  /** Hash of the text without positions; null for a text of an earlier release. */
  contentHash: text('content_hash'),
  stepCount: integer('step_count').notNull(),
  /** Problems that would block a run, as of the write. */
  problemCount: integer('problem_count').notNull(),
  updatedAt: instant('updated_at').notNull().default(NOW),
});
