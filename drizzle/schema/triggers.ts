import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { JsonObject } from '@/engine';
import type { TriggerDetail, TriggerType } from '@/lib/contracts/triggers';
import { inIndexOf, isFollowing, isScheduled } from '../predicates';
import { instant, json, NOW } from './columns';
import { pipelines } from './pipelines';

/** Triggers of pipelines: schedules, webhooks, and runs of other pipelines. */
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
    /** Settings by type, as in `lib/contracts/triggers`, without secrets. */
    config: json<TriggerDetail['config']>('config').notNull(),
    /** Run parameters: values, or templates that read `trigger`. */
    params: json<JsonObject>('params').notNull(),
    /** Next due time of a schedule; null without one. */
    nextAt: instant('next_at'),
    /** The other pipeline of `pipeline_finished`. */
    sourcePipelineId: text('source_pipeline_id'),
    /** SHA-256 of the token in the address of a webhook, in hex. */
    tokenHash: text('token_hash'),
    /** The token, sealed with the master key, for display. */
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
