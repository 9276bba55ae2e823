import { z } from 'zod';
import { healthReasonSchema } from './health';

/** A process that executes runs. */
export const workerSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** `web` when it also serves pages. */
  kind: z.enum(['web', 'worker']),
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** Time since its last refresh, in ms. */
  silentMs: z.number(),
  /** `draining`: claims no more runs; `silent`: its last refresh is overdue. */
  state: z.enum(['working', 'draining', 'silent']),
  /** Largest number of runs that it executes concurrently. */
  slots: z.int(),
  held: z.int(),
  load: z.object({
    rssBytes: z.number(),
    /** Percent of one core. */
    cpuPercent: z.number(),
    /** Number of steps that ended in the last minute. */
    stepsPerMinute: z.number(),
  }),
  /** Some of its runs, oldest first. */
  runs: z.array(z.object({ id: z.string(), number: z.int(), pipelineName: z.string() })),
});
export type WorkerInfo = z.infer<typeof workerSchema>;

/** Number of active runs by status. */
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

/** Entries that are not delivered to Restate yet. */
export const outboxSchema = z.object({
  waiting: z.int(),
  /** Age of the oldest entry, in ms; 0 when there is none. */
  oldestMs: z.number(),
  /** Why the last delivery failed; null when no waiting entry has failed. */
  lastError: z.string().nullable(),
});

/** Response of `GET /api/v1/workers`. */
export const workersSchema = z.object({
  workers: z.array(workerSchema),
  queue: queueSchema,
  /** Why the responding process accepts no runs; empty while it does. */
  reasons: z.array(healthReasonSchema),
  /** Only when runs are executed on Restate. */
  outbox: outboxSchema.optional(),
});
export type Workers = z.infer<typeof workersSchema>;
