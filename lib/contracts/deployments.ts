import { z } from 'zod';
import {
  autoScalingSchema,
  cpuCoresSchema,
  DEPLOYMENT_STATUSES,
  dnsLabelSchema,
  gpuCountSchema,
  memoryGbSchema,
  rateLimitSchema,
  replicasSchema,
} from '@/engine/deployments';
import { failureSchema } from '@/engine/errors';
import { stepOriginSchema } from './step-origin';

export { LIMIT_ALGORITHMS, type RateLimit, TIME_WINDOWS } from '@/engine/deployments';

export const REPLICA_STATES = ['pending', 'starting', 'ready', 'restarting', 'draining', 'failed'] as const;

export const resourcesSchema = z.object({
  cpu_cores: cpuCoresSchema.optional(),
  memory_gb: memoryGbSchema.optional(),
  gpu_count: gpuCountSchema.default(0),
});

export const replicaSchema = z.object({
  id: z.string(),
  state: z.enum(REPLICA_STATES),
  /** Host name, or node of the cluster. */
  node: z.string(),
  pid: z.int().nullable(),
  gpus: z.array(z.int()).readonly(),
  restarts: z.int(),
  /** Resident memory in bytes and CPU in cores; null when unknown. */
  memory_bytes: z.int().nullable(),
  cpu: z.number().nullable(),
  /** Last lines of the log, or why the replica is not ready. */
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
  ready_at: z.iso.datetime().nullable(),
});
export type ReplicaInfo = z.infer<typeof replicaSchema>;

/** A deployment in a list. */
export const deploymentSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  model_id: z.string(),
  /** Null when the model was deleted by force. */
  model_name: z.string().nullable(),
  cluster_id: z.string(),
  runtime: z.string(),
  status: z.enum(DEPLOYMENT_STATUSES),
  /** Desired number. */
  replicas: z.int(),
  ready_replicas: z.int(),
  /** State of each replica, in the order of creation. */
  replica_states: z.array(z.enum(REPLICA_STATES)).readonly(),
  /** Host name, or node of the cluster, of each replica in the same order. */
  replica_nodes: z.array(z.string()).readonly(),
  /** Base URL for clients, without `/v1`. */
  endpoint_url: z.string(),
  resources: resourcesSchema,
  auto_scaling: autoScalingSchema.nullable(),
  rate_limit: rateLimitSchema.nullable(),
  error: failureSchema.nullable(),
  created_by: stepOriginSchema.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type DeploymentSummary = z.infer<typeof deploymentSummarySchema>;

export const DEPLOYMENT_EVENT_KINDS = [
  'created',
  'scaled',
  'updated',
  'rolled_back',
  'limited',
  'replica_ready',
  'replica_restarted',
  'replica_failed',
  'failed',
  'deleted',
] as const;

export const deploymentEventSchema = z.object({
  kind: z.enum(DEPLOYMENT_EVENT_KINDS),
  message: z.string(),
  by: stepOriginSchema.nullable(),
  created_at: z.iso.datetime(),
});
export type DeploymentEvent = z.infer<typeof deploymentEventSchema>;

export const deploymentDetailSchema = deploymentSummarySchema.extend({
  replica_list: z.array(replicaSchema).readonly(),
  /** The newest, newest first. */
  events: z.array(deploymentEventSchema).readonly(),
});
export type DeploymentDetail = z.infer<typeof deploymentDetailSchema>;

/** Periods of the activity of a list, with the time that each number of requests covers, in seconds. */
export const ACTIVITY_WINDOWS = {
  '1h': { seconds: 60 * 60, step: 60 },
  '24h': { seconds: 24 * 60 * 60, step: 15 * 60 },
} as const;
export type ActivityWindow = keyof typeof ACTIVITY_WINDOWS;

const activityWindowSchema = z.enum(
  Object.keys(ACTIVITY_WINDOWS) as [ActivityWindow, ...ActivityWindow[]],
  'The window must be "1h" or "24h".',
);

/** Measurements of all gateways of a deployment in a window. */
export const deploymentActivitySchema = z.object({
  /** Average of the current and the previous minute. */
  requests_per_second: z.number(),
  /** Requests of each minute, or of each 15 minutes for 24 hours, the current ones last. */
  requests: z.array(z.int()).readonly(),
  /** Number of requests refused with 429. */
  limited: z.int(),
  failed: z.int(),
  /** Null without completed responses. */
  latency_p99_ms: z.number().nullable(),
  /** Admitted requests as a share of the rate limit, 1 at the limit; null without a limit. */
  limit_share: z.number().nullable(),
});
export type DeploymentActivity = z.infer<typeof deploymentActivitySchema>;

export const listedDeploymentSchema = deploymentSummarySchema.extend({
  activity: deploymentActivitySchema,
  last_event: deploymentEventSchema.nullable(),
});
export type ListedDeployment = z.infer<typeof listedDeploymentSchema>;

export const deploymentListInput = z.strictObject({ window: activityWindowSchema.default('1h') });

export const deploymentListSchema = z.object({
  /** Window of `activity`. */
  window: activityWindowSchema,
  deployments: z.array(listedDeploymentSchema).readonly(),
});
export type DeploymentList = z.infer<typeof deploymentListSchema>;

/** Selects a deployment by its name. */
export const deploymentInput = z.strictObject({ name: dnsLabelSchema });

export const createDeploymentInput = z.strictObject({
  name: dnsLabelSchema,
  model_id: z.string().min(1).max(200),
  cluster_id: z.string().min(1).max(100).default('local'),
  replicas: replicasSchema.default(1),
  /** @default the first that supports the format of the model */
  runtime: z.string().min(1).max(100).optional(),
  /** Base URL of an existing server, without `/v1`; the runtime is then `external`. */
  external_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  resources: resourcesSchema.prefault({}),
  auto_scaling: autoScalingSchema.optional(),
});
export type CreateDeploymentInput = z.input<typeof createDeploymentInput>;

export const scaleDeploymentInput = deploymentInput.extend({ replicas: replicasSchema });
/** A new release of a deployment: another model, runtime or other resources of a replica. */
export const releaseDeploymentInput = deploymentInput.extend({
  model_id: z.string().min(1).max(200),
  /** @default the runtime that fits the files of the model */
  runtime: z.string().min(1).max(100).optional(),
  resources: resourcesSchema.prefault({}),
});
export type ReleaseDeploymentInput = z.input<typeof releaseDeploymentInput>;
export const limitDeploymentInput = deploymentInput.extend(rateLimitSchema.shape);

/** A key in a list, without its value. */
export const deploymentKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the key. */
  prefix: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});
export type DeploymentKey = z.infer<typeof deploymentKeySchema>;
export const deploymentKeyListSchema = z.object({ keys: z.array(deploymentKeySchema).readonly() });
export const createKeyInput = deploymentInput.extend({ key_name: z.string().trim().min(1).max(100) });
/** A new key with its value, which only this response contains. */
export const createdKeySchema = deploymentKeySchema.extend({ key: z.string() });
export const revokeKeyInput = deploymentInput.extend({ key_id: z.string().min(1).max(100) });
