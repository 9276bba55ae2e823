import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, json, NOW } from './columns';
import { deploymentReplicas, deployments } from './deployments';

/** Requests in flight at replicas, as each gateway process states it every second while there are any. */
export const gatewayLoads = pgTable(
  'gateway_loads',
  {
    /** The gateway process. */
    gatewayId: text('gateway_id').notNull(),
    replicaId: text('replica_id')
      .notNull()
      .references(() => deploymentReplicas.id, { onDelete: 'cascade' }),
    inFlight: integer('in_flight').notNull(),
    /** Requests of the deployment that wait for a replica, stated with one of its replicas. */
    queued: integer('queued').notNull(),
    seenAt: instant('seen_at').notNull().default(NOW),
  },
  (table) => [
    primaryKey({ columns: [table.gatewayId, table.replicaId] }),
    index('gateway_loads_replica').on(table.replicaId),
  ],
);

/** What one gateway process measured in one minute. */
export const deploymentMinutes = pgTable(
  'deployment_minutes',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    minute: instant('minute').notNull(),
    /** The gateway process. */
    gatewayId: text('gateway_id').notNull(),
    requests: integer('requests').notNull(),
    /** Refused with 429. */
    limited: integer('limited').notNull(),
    /** Answered with a status from 500, or broken off by a replica. */
    failed: integer('failed').notNull(),
    /** Most requests in flight and waiting at once. */
    inFlight: integer('in_flight').notNull(),
    queued: integer('queued').notNull(),
    /** Most replicas that were ready at once. */
    ready: integer('ready').notNull(),
    /** `[bucket, count, bucket, count, ...]` of the latencies of completed answers. */
    latencies: json<readonly number[]>('latencies').notNull().default(sql`'[]'`),
    /** Requests by the id of their key; those without one at `''`. */
    keys: json<Readonly<Record<string, number>>>('keys').notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.minute, table.gatewayId] }),
    index('deployment_minutes_oldest').on(table.minute),
  ],
);
