import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { VersionChanges, VersionOrigin } from '@/lib/contracts/pipelines';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** Texts that ran, were named or were sent. Runs read their definition here, so `document` is never changed. */
export const pipelineVersions = pgTable(
  'pipeline_versions',
  {
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id),
    version: integer('version').notNull(),
    /** Canonical document text without `layout`; with it where `contentHash` is null. */
    document: text('document').notNull(),
    /** SHA-256 of `document`, in hex. */
    hash: text('hash').notNull(),
    /** The `layout` of the document as JSON text, for showing the version; null when there is none. */
    layout: text('layout'),
    /** Hash of the text and its notes without positions; null where an earlier release wrote the row. */
    contentHash: text('content_hash'),
    /** One of `VERSION_ORIGINS`. */
    origin: text('origin').$type<VersionOrigin>().notNull().default('autosave'),
    /** What a person called it. */
    name: text('name'),
    /** What it changed in the version before, as `VersionChanges`; null where that is not known. */
    changes: json<VersionChanges>('changes'),
    stepCount: integer('step_count').notNull(),
    /** Problems that would block a run, as of the save. */
    problemCount: integer('problem_count').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
  },
  (table) => [primaryKey({ columns: [table.pipelineId, table.version] })],
);
