import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { StepDigest } from '@/engine';
import { instant, json } from './columns';
import { runs } from './runs';

/** Terms of a search index. */
const terms = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * How the steps of ended runs ended, and the terms by which they are found. Derived from journals: a run without a row gets
 * one in the background. Chunks of loops have none.
 */
export const runDigests = pgTable(
  'run_digests',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** As in `runs`: a search reads its matches in this order. */
    createdAt: instant('created_at').notNull(),
    steps: json<readonly StepDigest[]>('steps').notNull(),
    /** Messages of failures in lower case, for phrases. */
    errors: text('errors').notNull(),
    terms: terms('terms').notNull(),
  },
  (table) => [
    index('run_digests_created').on(table.createdAt, table.runId),
    index('run_digests_terms').using('gin', table.terms),
  ],
);
