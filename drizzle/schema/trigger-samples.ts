import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '@/engine';
import { instant, json } from './columns';
import { triggers } from './triggers';

/** Test events of webhooks: whether one listens for a call, and the newest received one. */
export const triggerSamples = pgTable('trigger_samples', {
  triggerId: text('trigger_id')
    .primaryKey()
    .references(() => triggers.id, { onDelete: 'cascade' }),
  /** Until when the next call is kept; null when none is. A past time means that no call arrived. */
  listeningUntil: instant('listening_until'),
  /** Whether the kept call also starts a run. */
  startsRun: boolean('starts_run').notNull().default(false),
  receivedAt: instant('received_at'),
  /** The value of `trigger` for templates, with credentials masked; null before the first call. */
  payload: json<Json>('payload'),
  /** Whether parts of the payload are left out. */
  shortened: boolean('shortened').notNull().default(false),
});
