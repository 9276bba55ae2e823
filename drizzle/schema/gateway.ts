import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, json, NOW } from './columns';
import { deploymentReplicas, deployments } from './deployments';

/** Requests in flight at replicas, written every second by each gateway process that has some. */
export const gatewayLoads = pgTable(
  'gateway_loads',
  {
    /** The gateway process. */
    gatewayId: text('gateway_id').notNull(),
    replicaId: text('replica_id')
      .notNull()
      .references(() => deploymentReplicas.id, { onDelete: 'cascade' }),
    inFlight: integer('in_flight').notNull(),
    /** Waiting requests of the deployment, counted with one of its replicas. */
    queued: integer('queued').notNull(),
    seenAt: instant('seen_at').notNull().default(NOW),
  },
  (table) => [
    primaryKey({ columns: [table.gatewayId, table.replicaId] }),
    index('gateway_loads_replica').on(table.replicaId),
  ],
);

/** Measurements of one gateway process in one minute. */
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
    /** Requests refused with 429. */
    limited: integer('limited').notNull(),
    /** Requests with a response status from 500, or broken off by a replica. */
    failed: integer('failed').notNull(),
    /** Peaks of the requests in flight and of the queue. */
    inFlight: integer('in_flight').notNull(),
    queued: integer('queued').notNull(),
    /** Peak of the ready replicas. */
    ready: integer('ready').notNull(),
    /** Latencies of completed responses as `[bucket, count, bucket, count, ...]`. */
    latencies: json<readonly number[]>('latencies').notNull().default(sql`'[]'`),
    /** Requests by the id of their key; `''` for requests without one. */
    keys: json<Readonly<Record<string, number>>>('keys').notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.minute, table.gatewayId] }),
    index('deployment_minutes_oldest').on(table.minute),
  ],
);
