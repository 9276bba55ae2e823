import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { PipelineTest } from '@/engine';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** Tests of pipelines. They are not part of the document, so that a test can be run with any version. */
export const pipelineTests = pgTable(
  'pipeline_tests',
  {
    id: text('id').primaryKey(),
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    /** Also in `test`. */
    name: text('name').notNull(),
    test: json<PipelineTest>('test').notNull(),
    /** Number of the run that it was kept from; null for a written test. */
    run: integer('run'),
    createdAt: instant('created_at').notNull().default(NOW),
    updatedAt: instant('updated_at').notNull().default(NOW),
  },
  (table) => [unique('pipeline_tests_name').on(table.pipelineId, table.name)],
);
