import { z } from 'zod';
import { failureSchema } from '@/engine/errors';

/** Status of a deployment. Only an active or scaling one has ready replicas that requests are sent to. */
export const DEPLOYMENT_STATUSES = [
  'pending',
  'deploying',
  'active',
  'scaling',
  'failed',
  'deleting',
  'stopped',
] as const;

export const REPLICA_STATES = ['pending', 'starting', 'ready', 'restarting', 'draining', 'failed'] as const;

const MAX_REPLICAS = 100;
export const replicasSchema = z.int().min(0).max(MAX_REPLICAS);

/** Names are labels of DNS, since they are part of addresses and of names in clusters. */
export const deploymentNameSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use up to 63 lower-case letters, digits and hyphens, starting and ending with a letter or digit.',
  );

export const resourcesSchema = z.object({
  cpu_cores: z.number().positive().max(1024).optional(),
  memory_gb: z.number().positive().max(100_000).optional(),
  gpu_count: z.int().min(0).max(64).default(0),
});

export const autoScalingSchema = z
  .object({
    enabled: z.boolean().default(true),
    min_replicas: z.int().min(0).max(MAX_REPLICAS).default(1),
    max_replicas: z.int().min(1).max(MAX_REPLICAS),
    /** Percent of the CPU that a replica may use. */
    target_cpu: z.number().min(1).max(100).optional(),
    /** Percent of the memory that a replica may use. */
    target_memory: z.number().min(1).max(100).optional(),
    /** Requests in flight per replica. */
    target_ongoing_requests: z.number().positive().max(10_000).optional(),
  })
  .refine(({ min_replicas: min, max_replicas: max }) => min <= max, {
    message: 'min_replicas must not be more than max_replicas.',
    path: ['min_replicas'],
  });

export const TIME_WINDOWS = ['second', 'minute', 'hour'] as const;
export const LIMIT_ALGORITHMS = ['token_bucket', 'fixed_window'] as const;

/** How many requests a deployment admits. */
export const rateLimitSchema = z.object({
  rate_limit: z.int().min(1).max(1_000_000_000),
  time_window: z.enum(TIME_WINDOWS).default('minute'),
  algorithm: z.enum(LIMIT_ALGORITHMS).default('token_bucket'),
  /** Capacity of the bucket. @default rate_limit */
  burst: z.int().min(1).max(1_000_000_000).optional(),
  enabled: z.boolean().default(true),
});
export type RateLimit = z.output<typeof rateLimitSchema>;

const origin = z.object({ run_id: z.string(), step: z.string() }).nullable();

export const replicaSchema = z.object({
  id: z.string(),
  state: z.enum(REPLICA_STATES),
  /** Host name, or node of the cluster. */
  node: z.string(),
  pid: z.int().nullable(),
  gpus: z.array(z.int()).readonly(),
  restarts: z.int(),
  /** Resident memory in bytes and CPU in cores; null where they cannot be known. */
  memory_bytes: z.int().nullable(),
  cpu: z.number().nullable(),
  /** Last lines of its error output, or why it is not ready. */
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
  /** Of each replica, in the order of their creation. */
  replica_states: z.array(z.enum(REPLICA_STATES)).readonly(),
  /** Base URL for clients, without `/v1`. */
  endpoint_url: z.string(),
  resources: resourcesSchema,
  auto_scaling: autoScalingSchema.nullable(),
  rate_limit: rateLimitSchema.nullable(),
  error: failureSchema.nullable(),
  created_by: origin,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type DeploymentSummary = z.infer<typeof deploymentSummarySchema>;

export const DEPLOYMENT_EVENT_KINDS = [
  'created',
  'scaled',
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
  by: origin,
  created_at: z.iso.datetime(),
});
export type DeploymentEvent = z.infer<typeof deploymentEventSchema>;

export const deploymentDetailSchema = deploymentSummarySchema.extend({
  replica_list: z.array(replicaSchema).readonly(),
  /** The newest, newest first. */
  events: z.array(deploymentEventSchema).readonly(),
});
export type DeploymentDetail = z.infer<typeof deploymentDetailSchema>;

export const deploymentListSchema = z.object({ deployments: z.array(deploymentSummarySchema).readonly() });

/** A deployment by its name. */
export const deploymentInput = z.strictObject({ name: deploymentNameSchema });

export const createDeploymentInput = z.strictObject({
  name: deploymentNameSchema,
  model_id: z.string().min(1).max(200),
  cluster_id: z.string().min(1).max(100).default('local'),
  replicas: replicasSchema.default(1),
  /** @default the runtime that fits the files of the model */
  runtime: z.string().min(1).max(100).optional(),
  /** Base URL of a server that exists already, up to and without `/v1`; the runtime is then `external`. */
  external_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  resources: resourcesSchema.prefault({}),
  auto_scaling: autoScalingSchema.optional(),
});
export type CreateDeploymentInput = z.input<typeof createDeploymentInput>;

export const scaleDeploymentInput = deploymentInput.extend({ replicas: replicasSchema });
export const limitDeploymentInput = deploymentInput.extend(rateLimitSchema.shape);

/** A key in a list: never the key itself. */
export const deploymentKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});
export type DeploymentKey = z.infer<typeof deploymentKeySchema>;
export const deploymentKeyListSchema = z.object({ keys: z.array(deploymentKeySchema).readonly() });
export const createKeyInput = deploymentInput.extend({ key_name: z.string().trim().min(1).max(100) });
/** The answer that has the key: it is shown once. */
export const createdKeySchema = deploymentKeySchema.extend({ key: z.string() });
export const revokeKeyInput = deploymentInput.extend({ key_id: z.string().min(1).max(100) });
