import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { DeploymentEvent, DeploymentSummary, RateLimit, ReplicaInfo } from '@/lib/contracts/deployments';
import { instant, json, NOW } from './columns';

/** The release of a deployment before the newest one. */
export interface PreviousRelease {
  readonly release: number;
  readonly modelId: string;
  readonly runtime: string;
  readonly replicas: number;
  readonly resources: DeploymentSummary['resources'];
  readonly autoScaling: NonNullable<DeploymentSummary['auto_scaling']> | null;
}

/** Desired state of deployments, which the controller brings about, and their status. Rows stay after deletion. */
export const deployments = pgTable(
  'deployments',
  {
    id: text('id').primaryKey(),
    /** Part of the path of the endpoint; unique among deployments that are not deleted. */
    name: text('name').notNull(),
    modelId: text('model_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    /** Name of a runtime, or `external`. */
    runtime: text('runtime').notNull(),
    /** Base URL of an external server, without `/v1`. */
    externalUrl: text('external_url'),
    status: text('status').$type<DeploymentSummary['status']>().notNull(),
    /** Desired number of replicas. */
    replicas: integer('replicas').notNull(),
    resources: json<DeploymentSummary['resources']>('resources').notNull(),
    autoScaling: json<NonNullable<DeploymentSummary['auto_scaling']>>('auto_scaling'),
    /** Why the deployment failed, or what it is waiting for. */
    error: json<NonNullable<DeploymentSummary['error']>>('error'),
    /** Number of the desired release: model, runtime and resources. Each replica has its release too. */
    release: integer('release').notNull().default(1),
    /** The release that serves until all replicas of a new one are ready; null when none is being replaced. */
    previous: json<PreviousRelease>('previous'),
    /** The last release that was rolled back, and why. */
    rolledBack: json<{ readonly release: number; readonly message: string }>('rolled_back'),
    /** Increases with each change of the desired state; `observed` is the one that the controller has reached. */
    generation: integer('generation').notNull().default(1),
    observed: integer('observed').notNull().default(0),
    /** The step that created the deployment; null when a person created it. */
    runId: text('run_id'),
    step: text('step'),
    createdAt: instant('created_at').notNull().default(NOW),
    updatedAt: instant('updated_at').notNull().default(NOW),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('deployments_name').on(table.name).where(sql`${table.deletedAt} is null`),
    index('deployments_model').on(table.modelId).where(sql`${table.deletedAt} is null`),
    index('deployments_newest').on(table.createdAt),
  ],
);

/** Replicas in their observed state. A row is deleted when its replica has ended. */
export const deploymentReplicas = pgTable(
  'deployment_replicas',
  {
    id: text('id').primaryKey(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    state: text('state').$type<ReplicaInfo['state']>().notNull(),
    release: integer('release').notNull().default(1),
    /** Host name, or node of the cluster. */
    node: text('node').notNull(),
    /** The process of the installation that started the replica; null when a cluster started it. */
    owner: text('owner'),
    pid: integer('pid'),
    /** Start time of the process according to the system, because pids are reused. */
    pidStarted: text('pid_started'),
    /** Base URL without `/v1`; null until the port is known. */
    url: text('url'),
    /** Indices of the GPUs of the replica. */
    gpus: json<readonly number[]>('gpus').notNull(),
    restarts: integer('restarts').notNull().default(0),
    /** Last lines of the log, or why the replica is not ready. */
    message: text('message'),
    createdAt: instant('created_at').notNull().default(NOW),
    readyAt: instant('ready_at'),
    updatedAt: instant('updated_at').notNull().default(NOW),
  },
  (table) => [index('deployment_replicas_deployment').on(table.deploymentId)],
);

/** Rate limits with their state, shared by all gateways. */
export const deploymentLimits = pgTable('deployment_limits', {
  deploymentId: text('deployment_id')
    .primaryKey()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  rateLimit: integer('rate_limit').notNull(),
  timeWindow: text('time_window').$type<RateLimit['time_window']>().notNull(),
  algorithm: text('algorithm').$type<RateLimit['algorithm']>().notNull(),
  /** Capacity of the bucket; null for `rate_limit`. */
  burst: integer('burst'),
  enabled: boolean('enabled').notNull().default(true),
  /** The step that set the limit; null when a person set it. */
  runId: text('run_id'),
  step: text('step'),
  /** Token bucket: tokens at `refilled_at`. */
  tokens: doublePrecision('tokens'),
  refilledAt: instant('refilled_at'),
  /** Fixed window: its index since 1970, and the requests admitted in it. */
  windowNumber: bigint('window_number', { mode: 'number' }),
  admitted: integer('admitted').notNull().default(0),
  updatedAt: instant('updated_at').notNull().default(NOW),
});

/** API keys of deployments. */
export const deploymentKeys = pgTable(
  'deployment_keys',
  {
    id: text('id').primaryKey(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key, in hex. The key itself is shown once and not stored. */
    hash: text('hash').notNull(),
    /** First characters, for display. */
    prefix: text('prefix').notNull(),
    createdAt: instant('created_at').notNull().default(NOW),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('deployment_keys_hash').on(table.hash),
    index('deployment_keys_deployment').on(table.deploymentId),
  ],
);

/** Events of deployments, for their pages. */
export const deploymentEvents = pgTable(
  'deployment_events',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<DeploymentEvent['kind']>().notNull(),
    message: text('message').notNull(),
    runId: text('run_id'),
    step: text('step'),
    createdAt: instant('created_at').notNull().default(NOW),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.id] })],
);
