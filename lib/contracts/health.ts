import { z } from 'zod';

/** Something that keeps the server from accepting runs. */
export const healthReasonSchema = z.object({
  /**
   * `storage_low`: too little space on a disk of the data folder; `storage_full`: a write was refused for lack of space;
   * `database_unavailable`: the database does not answer; `shutting_down`: the process ends.
   */
  code: z.enum(['storage_low', 'storage_full', 'database_unavailable', 'shutting_down']),
  /** What happened and what to do, for people. */
  message: z.string(),
});
export type HealthReason = z.infer<typeof healthReasonSchema>;

/** Answer of `GET /api/v1/health`. */
export const healthSchema = z.object({
  /** `degraded`: what runs goes on, but something keeps the server from accepting runs. */
  status: z.enum(['ok', 'degraded']),
  reasons: z.array(healthReasonSchema),
  /** Runs this process is advancing now. */
  activeRuns: z.int(),
  /** Runs that wait to begin, of all processes, and the age of the oldest in ms. */
  queue: z.object({ pending: z.int(), oldestPendingMs: z.number() }),
});
export type Health = z.infer<typeof healthSchema>;

/** Answer of `GET /api/v1/health/live`: the process answers, whatever it depends on. */
export const livenessSchema = z.object({ status: z.literal('ok') });
export type Liveness = z.infer<typeof livenessSchema>;

/** Answer of `GET /api/v1/health/ready`: whether the process should be sent requests; 503 when it should not. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(healthReasonSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;
