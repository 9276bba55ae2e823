import { z } from 'zod';
import type { ModelOwner } from './models';

/** Status of a deployment. Only active and scaling ones have ready replicas. */
export const DEPLOYMENT_STATUSES = [
  'pending',
  'deploying',
  'active',
  'scaling',
  'failed',
  'deleting',
  'stopped',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Status of a deployment that may have been deleted. */
export const READ_STATUSES = [...DEPLOYMENT_STATUSES, 'deleted'] as const;

/** Default timeout for a deployment to become active, in seconds. */
export const DEFAULT_DEPLOY_SECONDS = 600;

/** The runtime of an external server. */
export const EXTERNAL_RUNTIME = 'external';

const MAX_REPLICAS = 100;
export const replicasSchema = z.int().min(0).max(MAX_REPLICAS);

/** A DNS label: names of deployments and clusters are parts of URLs and of names in clusters. */
export const dnsLabelSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use up to 63 lower-case letters, digits and hyphens, starting and ending with a letter or digit.',
  );

export const cpuCoresSchema = z.number().positive().max(1024);
export const memoryGbSchema = z.number().positive().max(100_000);
export const gpuCountSchema = z.int().min(0).max(64);

export const autoScalingSchema = z
  .object({
    enabled: z.boolean().default(true).describe('Whether the deployment is scaled automatically.'),
    min_replicas: z.int().min(0).max(MAX_REPLICAS).default(1).describe('Minimum number of replicas.'),
    max_replicas: z.int().min(1).max(MAX_REPLICAS).describe('Maximum number of replicas.'),
    target_cpu: z
      .number()
      .min(1)
      .max(100)
      .optional()
      .describe('Percent of the CPU that a replica may use: of cpu_cores, or of one core.'),
    target_memory: z
      .number()
      .min(1)
      .max(100)
      .optional()
      .describe('Percent of memory_gb that a replica may use.'),
    target_ongoing_requests: z
      .number()
      .positive()
      .max(10_000)
      .optional()
      .describe('Requests in flight per replica.'),
  })
  .refine(({ min_replicas: min, max_replicas: max }) => min <= max, {
    message: 'min_replicas must not be more than max_replicas.',
    path: ['min_replicas'],
  });
export type AutoScaling = z.output<typeof autoScalingSchema>;

export const TIME_WINDOWS = ['second', 'minute', 'hour'] as const;
export const LIMIT_ALGORITHMS = ['token_bucket', 'fixed_window'] as const;

const requestCount = z.int().min(1).max(1_000_000_000);

/** The rate limit of a deployment. */
export const rateLimitSchema = z.object({
  rate_limit: requestCount.describe('Requests that are admitted per time window.'),
  time_window: z.enum(TIME_WINDOWS).default('minute').describe('Time window.'),
  algorithm: z
    .enum(LIMIT_ALGORITHMS)
    .default('token_bucket')
    .describe(
      'token_bucket admits at an even rate after a burst. fixed_window counts from the start of each window.',
    ),
  burst: requestCount
    .optional()
    .describe('Burst size of the token bucket, in requests. Default: rate_limit.'),
  enabled: z.boolean().default(true).describe('false admits every request and keeps the other settings.'),
});
export type RateLimit = z.output<typeof rateLimitSchema>;

/** Resources of each replica. */
export interface ReplicaResources {
  readonly cpu_cores?: number | undefined;
  readonly memory_gb?: number | undefined;
  readonly gpu_count: number;
}

/**
 * `reuse`: an existing deployment of the same model on the same cluster is used unchanged. `update`: its replicas are
 * replaced by those of a new release, which is rolled back when it does not become ready.
 */
export const IF_EXISTS = ['fail', 'reuse', 'update'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

/** A deployment to create. */
export interface NewDeployment {
  readonly name: string;
  readonly modelId: string;
  readonly clusterId: string;
  readonly replicas: number;
  /** @default the first that supports the format of the model */
  readonly runtime?: string;
  /** Base URL of an existing server. */
  readonly externalUrl?: string;
  readonly resources: ReplicaResources;
  readonly autoScaling?: AutoScaling;
  /** What happens when another deployment has this name. @default "fail" */
  readonly ifExists?: IfExists;
}

/** The attempt that changes a deployment. */
export interface DeploymentAttempt {
  readonly owner: ModelOwner;
  /** Ends the wait for the deployment; its reason becomes the failure. */
  readonly signal: AbortSignal;
}

/** A deployment that reached its desired state. */
export interface ReadyDeployment {
  readonly id: string;
  /** Base URL for clients, without `/v1`. */
  readonly endpointUrl: string;
  readonly status: DeploymentStatus;
  readonly readyReplicas: number;
}

/** The present state of a deployment. */
export interface DeploymentState {
  readonly id: string;
  readonly name: string;
  readonly modelId: string;
  readonly clusterId: string;
  /** Base URL for clients, without `/v1`. */
  readonly endpointUrl: string;
  readonly status: (typeof READ_STATUSES)[number];
  /** Desired number of replicas. */
  readonly replicas: number;
  readonly readyReplicas: number;
  /** Why the deployment failed, or what it is waiting for. */
  readonly error: string | undefined;
}

/** A deployment to create on behalf of an attempt. */
export interface DeploymentRequest extends NewDeployment, DeploymentAttempt {}

/** Numbers of ready replicas before and after a change. */
export interface ScaledDeployment {
  readonly id: string;
  readonly previousReplicas: number;
  readonly currentReplicas: number;
}

/** The deployments of this installation: docs/deployments.md. Each takes an id or a name. @throws ActionError */
export interface Deployments {
  /** Creates a deployment, or returns that of an earlier attempt, and waits until its replicas are ready. */
  create(request: DeploymentRequest): Promise<ReadyDeployment>;
  /** Changes the number of replicas and waits until it is reached. */
  scale(id: string, replicas: number, attempt: DeploymentAttempt): Promise<ScaledDeployment>;
  limit(
    id: string,
    limit: RateLimit,
    attempt: Omit<DeploymentAttempt, 'signal'>,
  ): Promise<{ readonly id: string }>;
  /** Deletes a deployment and waits until its replicas have ended. */
  delete(id: string, attempt: DeploymentAttempt): Promise<{ readonly id: string }>;
  /** The present state of a deployment; also of a deleted one, by its id. */
  read(id: string): Promise<DeploymentState>;
}
