import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';
import { pipelines } from './pipelines';

/**
 * What each pipeline is being edited to: one row per pipeline, overwritten by every autosave. A table of its own, so that
 * the space of overwritten texts is reclaimed without reading any other table.
 */
export const pipelineDrafts = pgTable('pipeline_drafts', {
  pipelineId: text('pipeline_id')
    .primaryKey()
    .references(() => pipelines.id),
  /** Counts from 1; incremented by every write, and what a write must name to be accepted. */
  revision: integer('revision').notNull(),
  /** Canonical document text with its layout, byte for byte: the order of keys is the author's. */
  document: text('document').notNull(),
  /** SHA-256 of `document`, in hex. */
  hash: text('hash').notNull(),
  /** Hash of what is left without positions; null where an earlier release wrote the text. */
  contentHash: text('content_hash'),
  stepCount: integer('step_count').notNull(),
  /** Problems that would block a run, as of the write. */
  problemCount: integer('problem_count').notNull(),
  updatedAt: instant('updated_at').notNull().default(NOW),
});
