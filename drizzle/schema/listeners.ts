import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, json } from './columns';

/** Every process of the installation that accepts connections, with its addresses: pipelines may call none of them. */
export const listeners = pgTable('listeners', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  /** `[{ host, port }]`; the host `localhost` stands for every address of its machine. */
  endpoints: json<readonly { readonly host: string; readonly port: number }[]>('endpoints').notNull(),
  /** What a web process is set to allow pipelines to call; null for a worker. */
  egress: json('egress'),
  seenAt: instant('seen_at').notNull(),
});
