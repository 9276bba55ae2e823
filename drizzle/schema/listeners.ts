import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, json } from './columns';

/** Addresses of all listening processes of the installation, which pipelines must not call. */
export const listeners = pgTable('listeners', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  /** `[{ host, port }]`; the host `localhost` stands for every address of its machine. */
  endpoints: json<readonly { readonly host: string; readonly port: number }[]>('endpoints').notNull(),
  /** Egress setting of a web process; null for a worker. */
  egress: json('egress'),
  seenAt: instant('seen_at').notNull(),
});
