import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, NOW } from './columns';

/** Searches over runs with a name, for all users of the installation. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In the language of the search. */
    search: text('search').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
  },
  (table) => [uniqueIndex('saved_searches_name').on(sql`lower(${table.name})`)],
);
