import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { JsonObject } from '@/engine';
import type { TriggerDetail, TriggerType } from '@/lib/contracts/triggers';
import { inIndexOf, isFollowing, isScheduled } from '../predicates';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** What starts runs of a pipeline by itself: a schedule, a webhook, or another pipeline that has finished. */
export const triggers = pgTable(
  'triggers',
  {
    id: text('id').primaryKey(),
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id),
    /** `schedule`, `webhook` or `pipeline_finished`. */
    type: text('type').$type<TriggerType>().notNull(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    /** What its type needs, as `lib/contracts/triggers` has it; no secret. */
    config: json<TriggerDetail['config']>('config').notNull(),
    /** Params of its runs: values, or templates that read `trigger`. */
    params: json<JsonObject>('params').notNull(),
    /** Of a schedule: when it fires next; null when it never will. */
    nextAt: instant('next_at'),
    /** Of `pipeline_finished`: the pipeline it waits for. */
    sourcePipelineId: text('source_pipeline_id'),
    /** Of a webhook: SHA-256 of the unguessable part of its address, in hex. */
    tokenHash: text('token_hash'),
    /** That part, sealed with the master key, to be shown again. */
    tokenSealed: text('token_sealed'),
    createdAt: instant('created_at').notNull().default(NOW),
    updatedAt: instant('updated_at').notNull().default(NOW),
  },
  (table) => [
    index('triggers_of_pipeline').on(table.pipelineId, table.createdAt),
    index('triggers_due')
      .on(table.nextAt)
      .where(sql.raw(inIndexOf('triggers', isScheduled))),
    index('triggers_of_source')
      .on(table.sourcePipelineId)
      .where(sql.raw(inIndexOf('triggers', isFollowing))),
    index('triggers_token').on(table.tokenHash).where(sql`${table.tokenHash} is not null`),
  ],
);
