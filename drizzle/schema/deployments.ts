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

/** What a deployment was before its newest release. */
export interface PreviousRelease {
  readonly release: number;
  readonly modelId: string;
  readonly runtime: string;
  readonly replicas: number;
  readonly resources: DeploymentSummary['resources'];
  readonly autoScaling: NonNullable<DeploymentSummary['auto_scaling']> | null;
}

/** Desired state of deployments; the controller brings the replicas there and writes `status`. Rows stay after deletion. */
export const deployments = pgTable(
  'deployments',
  {
    id: text('id').primaryKey(),
    /** Part of the endpoint's path; one deployment that is not deleted has it. */
    name: text('name').notNull(),
    modelId: text('model_id').notNull(),
    clusterId: text('cluster_id').notNull(),
    /** Name of a runtime, or `external`. */
    runtime: text('runtime').notNull(),
    /** Base URL of an external server, up to and without `/v1`. */
    externalUrl: text('external_url'),
    status: text('status').$type<DeploymentSummary['status']>().notNull(),
    /** Replicas that there should be. */
    replicas: integer('replicas').notNull(),
    resources: json<DeploymentSummary['resources']>('resources').notNull(),
    autoScaling: json<NonNullable<DeploymentSummary['auto_scaling']>>('auto_scaling'),
    /** Why it failed, or what it waits for. */
    error: json<NonNullable<DeploymentSummary['error']>>('error'),
    /** Number of the release that is wanted: model, runtime and resources of its replicas. Replicas have theirs. */
    release: integer('release').notNull().default(1),
    /** The release that serves until all replicas of a new one are ready; null when none is being replaced. */
    previous: json<PreviousRelease>('previous'),
    /** The last release that was rolled back, and why. */
    rolledBack: json<{ readonly release: number; readonly message: string }>('rolled_back'),
    /** Increases with each change of the desired state; `observed` is the one that the controller has reached. */
    generation: integer('generation').notNull().default(1),
    observed: integer('observed').notNull().default(0),
    /** The step that created it; null when a person did. */
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

/** Replicas as they are. A row is deleted when nothing of its replica is left. */
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
    /** The process of the installation that started it; null where a cluster did. */
    owner: text('owner'),
    pid: integer('pid'),
    /** Start time of the process as the system states it: a pid is used again. */
    pidStarted: text('pid_started'),
    /** Base URL, up to and without `/v1`; null until the port is known. */
    url: text('url'),
    /** Indexes of the GPUs that it has. */
    gpus: json<readonly number[]>('gpus').notNull(),
    restarts: integer('restarts').notNull().default(0),
    /** Last lines of its error output, or why it is not ready. */
    message: text('message'),
    createdAt: instant('created_at').notNull().default(NOW),
    readyAt: instant('ready_at'),
    updatedAt: instant('updated_at').notNull().default(NOW),
  },
  (table) => [index('deployment_replicas_deployment').on(table.deploymentId)],
);

/** Rate limits with the state that all gateways share. */
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
  /** The step that set it; null when a person did. */
  runId: text('run_id'),
  step: text('step'),
  /** Token bucket: tokens at `refilled_at`. */
  tokens: doublePrecision('tokens'),
  refilledAt: instant('refilled_at'),
  /** Fixed window: its number since 1970, and the requests admitted in it. */
  windowNumber: bigint('window_number', { mode: 'number' }),
  admitted: integer('admitted').notNull().default(0),
  updatedAt: instant('updated_at').notNull().default(NOW),
});

/** Keys of callers of one deployment. */
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
    /** Its first characters, to recognise it. */
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

/** What happened to deployments, for their pages. */
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
