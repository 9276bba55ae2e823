import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, NOW } from './columns';

/** Contents by their hash, for servers that share this database and have no other blob store. */
export const blobs = pgTable('blobs', {
  /** SHA-256 of `content`, in hex. */
  sha256: text('sha256').primaryKey(),
  content: bytes('content').notNull(),
  /** When it was last put: a young blob may not have its reference yet. */
  putAt: instant('put_at').notNull().default(NOW),
});
