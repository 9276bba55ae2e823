import { z } from 'zod';
import { deploymentInput, LIMIT_ALGORITHMS } from './deployments';

/** Windows of the metrics of a deployment, with the time that each point covers, in seconds. */
export const METRIC_WINDOWS = {
  '15m': { seconds: 15 * 60, step: 60 },
  '1h': { seconds: 60 * 60, step: 60 },
  '24h': { seconds: 24 * 60 * 60, step: 15 * 60 },
  '7d': { seconds: 7 * 24 * 60 * 60, step: 60 * 60 },
} as const;
export type MetricWindow = keyof typeof METRIC_WINDOWS;

export const metricWindowSchema = z.enum(
  Object.keys(METRIC_WINDOWS) as [MetricWindow, ...MetricWindow[]],
  'The window must be "15m", "1h", "24h" or "7d".',
);

/** Requests that ended in some time. */
const counts = {
  requests: z.int(),
  /** Refused with 429. */
  limited: z.int(),
  /** Answered with a status from 500, or broken off by a replica. */
  failed: z.int(),
  /** From the complete request to the end of the answer; null without completed answers. */
  latency_p50_ms: z.number().nullable(),
  latency_p99_ms: z.number().nullable(),
};

/** One step of time. */
export const metricPointSchema = z.object({
  /** Its beginning. */
  at: z.iso.datetime(),
  ...counts,
  /** Most at once. */
  in_flight: z.int(),
  queued: z.int(),
  ready_replicas: z.int(),
});
export type MetricPoint = z.infer<typeof metricPointSchema>;

/** The state of a rate limit. */
export const limitStateSchema = z.object({
  algorithm: z.enum(LIMIT_ALGORITHMS),
  /** Requests that would be admitted now. */
  remaining: z.int(),
  /** Requests that are admitted at once at most. */
  capacity: z.int(),
  /** Seconds until the bucket is full, or until the next window. */
  reset_seconds: z.number(),
});

export const deploymentMetricsSchema = z.object({
  window: metricWindowSchema,
  step_seconds: z.int(),
  /** Over all gateway processes, at most 5 s old. */
  now: z.object({ in_flight: z.int(), queued: z.int() }),
  /** Null without a rate limit. */
  limit: limitStateSchema.nullable(),
  totals: z.object(counts),
  /** Oldest first; steps without requests are left out. */
  points: z.array(metricPointSchema).readonly(),
  /** Requests of the window by key, most first; only keys with requests. Both are null for requests without a key. */
  keys: z
    .array(z.object({ id: z.string().nullable(), name: z.string().nullable(), requests: z.int() }))
    .readonly(),
});
export type DeploymentMetrics = z.infer<typeof deploymentMetricsSchema>;

export const deploymentMetricsInput = deploymentInput.extend({ window: metricWindowSchema.default('1h') });
