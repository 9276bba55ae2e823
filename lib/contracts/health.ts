import { z } from 'zod';

/** A reason why the server accepts no runs. */
export const healthReasonSchema = z.object({
  /**
   * `storage_low`: too little space on a disk of the data folder; `storage_full`: a write was refused for lack of
   * space; `database_unavailable`: the database does not respond; `shutting_down`: the process stops.
   */
  code: z.enum(['storage_low', 'storage_full', 'database_unavailable', 'shutting_down']),
  /** What happened and what to do, for people. */
  message: z.string(),
});
export type HealthReason = z.infer<typeof healthReasonSchema>;

/** Response of `GET /api/v1/health`. */
export const healthSchema = z.object({
  /** `degraded`: active runs continue, but the server accepts no new ones. */
  status: z.enum(['ok', 'degraded']),
  reasons: z.array(healthReasonSchema),
  /** Number of runs that this process executes. */
  activeRuns: z.int(),
  /** Queued runs of all processes, and the age of the oldest in ms. */
  queue: z.object({ pending: z.int(), oldestPendingMs: z.number() }),
});
export type Health = z.infer<typeof healthSchema>;

/** Response of `GET /api/v1/health/live`: the process responds, independent of its dependencies. */
export const livenessSchema = z.object({ status: z.literal('ok') });
export type Liveness = z.infer<typeof livenessSchema>;

/** Response of `GET /api/v1/health/ready`: whether the process should receive requests; 503 when it should not. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(healthReasonSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;
