import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant, json } from './columns';

/** Facts about the whole installation, one per key: its id, and what pipelines may call. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
