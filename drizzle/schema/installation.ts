import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant, json } from './columns';

/** Data of the whole installation by key: its id, the egress setting, the lease of the controller. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
