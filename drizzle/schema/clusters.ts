import { pgTable, text } from 'drizzle-orm/pg-core';
import type { StoredClusterProvider } from '@/lib/contracts/clusters';
import { instant, NOW } from './columns';

/** Clusters besides `local`, which needs no row. */
export const clusters = pgTable('clusters', {
  /** What `cluster_id` says. */
  id: text('id').primaryKey(),
  provider: text('provider').$type<StoredClusterProvider>().notNull(),
  /** Address of the API server, for people; null for the cluster that the server is a pod of. */
  server: text('server'),
  /** Address and credentials, sealed with a master key; null where the pod's own are used. */
  connectionSealed: text('connection_sealed'),
  createdAt: instant('created_at').notNull().default(NOW),
});
