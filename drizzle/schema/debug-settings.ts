import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import type { Breakpoint } from '@/engine';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** How runs of a pipeline are debugged. Not part of the document. */
export const debugSettings = pgTable('debug_settings', {
  pipelineId: text('pipeline_id')
    .primaryKey()
    .references(() => pipelines.id, { onDelete: 'cascade' }),
  /** In the order in which they were added. */
  breakpoints: json<readonly Breakpoint[]>('breakpoints').notNull(),
  pauseOnFailure: boolean('pause_on_failure').notNull().default(false),
  changedAt: instant('changed_at').notNull().default(NOW),
});
