import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, NOW } from './columns';

/** Sealed secrets, which open only with a master key that is stored outside the database. */
export const secrets = pgTable('secrets', {
  id: text('id').primaryKey(),
  /** The name in `{{secrets.<name>}}`. */
  name: text('name').notNull().unique(),
  description: text('description').notNull().default(''),
  /**
   * Allowed hosts; empty for all. Authenticated by the seal: a change of this column alone makes the secret unreadable.
   */
  hosts: text('allowed_hosts').array().$type<readonly string[]>().notNull().default(sql`'{}'`),
  /** Id of the master key that wraps the data key. */
  keyId: text('key_id').notNull(),
  /** IV, tag and data key: 12 + 16 + 32 bytes. */
  wrappedKey: bytes('wrapped_key').notNull(),
  iv: bytes('iv').notNull(),
  tag: bytes('tag').notNull(),
  ciphertext: bytes('ciphertext').notNull(),
  /** Incremented by every new seal. */
  version: integer('version').notNull(),
  createdAt: instant('created_at').notNull().default(NOW),
  updatedAt: instant('updated_at').notNull().default(NOW),
  lastUsedAt: instant('last_used_at'),
});
