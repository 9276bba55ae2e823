import { pgTable, text } from 'drizzle-orm/pg-core';
import type { StoredClusterProvider } from '@/lib/contracts/clusters';
import { instant, NOW } from './columns';

/** Clusters except `local`, which has no row. */
export const clusters = pgTable('clusters', {
  /** Value of `cluster_id`. */
  id: text('id').primaryKey(),
  provider: text('provider').$type<StoredClusterProvider>().notNull(),
  /** Address of the API server, for display; null for the cluster that the server is a pod of. */
  server: text('server'),
  /** Address and credentials, sealed with a master key; null when those of the pod are used. */
  connectionSealed: text('connection_sealed'),
  createdAt: instant('created_at').notNull().default(NOW),
});
