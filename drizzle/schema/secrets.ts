import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, NOW } from './columns';

/** Secrets, sealed: what stands here opens only with a master key that is kept outside the database. */
export const secrets = pgTable('secrets', {
  id: text('id').primaryKey(),
  /** What `{{secrets.<name>}}` says. */
  name: text('name').notNull().unique(),
  description: text('description').notNull().default(''),
  /** Where it may be sent; empty for anywhere. Sealed in: changing it here alone makes the secret unreadable. */
  hosts: text('allowed_hosts').array().$type<readonly string[]>().notNull().default(sql`'{}'`),
  /** Which master key wraps the data key. */
  keyId: text('key_id').notNull(),
  /** IV, tag and data key: 12 + 16 + 32 bytes. */
  wrappedKey: bytes('wrapped_key').notNull(),
  iv: bytes('iv').notNull(),
  tag: bytes('tag').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
  /** Counts up whenever it is sealed anew. */
  version: integer('version').notNull(),
  createdAt: instant('created_at').notNull().default(NOW),
  updatedAt: instant('updated_at').notNull().default(NOW),
  lastUsedAt: instant('last_used_at'),
});
