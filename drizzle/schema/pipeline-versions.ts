import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { VersionChanges, VersionOrigin } from '@/lib/contracts/pipelines';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** Versions of pipelines. Runs read their definition here, so `document` never changes. */
export const pipelineVersions = pgTable(
  'pipeline_versions',
  {
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id),
    version: integer('version').notNull(),
    /** Canonical text of the document without `layout`; with it when `contentHash` is null. */
    document: text('document').notNull(),
    /** SHA-256 of `document`, in hex. */
    hash: text('hash').notNull(),
    /** The `layout` of the document as JSON text, for displaying the version; null without one. */
    layout: text('layout'),
    /** Hash of the text and its notes without positions; null for a row of an earlier release. */
    contentHash: text('content_hash'),
    /** One of `VERSION_ORIGINS`. */
    origin: text('origin').$type<VersionOrigin>().notNull().default('autosave'),
    /** Name by a person. */
    name: text('name'),
    /** Changes from the previous version, as `VersionChanges`; null when unknown. */
    changes: json<VersionChanges>('changes'),
    stepCount: integer('step_count').notNull(),
    /** Problems that would block a run, as of the save. */
    problemCount: integer('problem_count').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
  },
  (table) => [primaryKey({ columns: [table.pipelineId, table.version] })],
);
