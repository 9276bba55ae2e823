import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, NOW } from './columns';

/** Contents by hash, for installations whose blob store is the database. */
export const blobs = pgTable('blobs', {
  /** SHA-256 of `content`, in hex. */
  sha256: text('sha256').primaryKey(),
  content: bytes('content').notNull(),
  /** Last write. A recent blob may not be referenced yet. */
  putAt: instant('put_at').notNull().default(NOW),
});
