import { z } from 'zod';
import { healthReasonSchema } from './health';

/** A process that carries out runs. */
export const workerSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** `web` when it also serves pages. */
  kind: z.enum(['web', 'worker']),
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** How long ago it was last heard of, in ms. */
  silentMs: z.number(),
  /** `draining`: takes no more runs; `silent`: not heard of for longer than it should be. */
  state: z.enum(['working', 'draining', 'silent']),
  /** Runs it advances at once, at most. */
  slots: z.int(),
  held: z.int(),
  load: z.object({
    rssBytes: z.number(),
    /** Of one core. */
    cpuPercent: z.number(),
    /** Steps that ended in the last minute. */
    stepsPerMinute: z.number(),
  }),
  /** Some of the runs it holds, the oldest first. */
  runs: z.array(z.object({ id: z.string(), number: z.int(), pipelineName: z.string() })),
});
export type WorkerInfo = z.infer<typeof workerSchema>;

/** Runs that have not ended, by how they stand. */
export const queueSchema = z.object({
  /** Waiting for a worker to begin them. */
  pending: z.int(),
  running: z.int(),
  /** For a timer or a person. */
  waiting: z.int(),
  paused: z.int(),
  quarantined: z.int(),
  oldestPendingAt: z.iso.datetime().nullable(),
  /** In ms; 0 when none waits. */
  oldestPendingMs: z.number(),
});
export type QueueInfo = z.infer<typeof queueSchema>;

/** What Restate has yet to be told. */
export const outboxSchema = z.object({
  waiting: z.int(),
  /** Age of the oldest entry, in ms; 0 when there is none. */
  oldestMs: z.number(),
  /** Why the last try failed; null when none of those that wait did. */
  lastError: z.string().nullable(),
});

/** Answer of `GET /api/v1/workers`. */
export const workersSchema = z.object({
  workers: z.array(workerSchema),
  queue: queueSchema,
  /** Why the process that answers accepts no runs; empty while it does. */
  reasons: z.array(healthReasonSchema),
  /** Only where runs are put on Restate. */
  outbox: outboxSchema.optional(),
});
export type Workers = z.infer<typeof workersSchema>;
