import { z } from 'zod';

/** Answer of `GET /api/v1/health`. */
export const healthSchema = z.object({
  status: z.literal('ok'),
  /** Runs this process is advancing now. */
  activeRuns: z.int(),
  /** Runs that wait to begin, of all processes, and the age of the oldest in ms. */
  queue: z.object({ pending: z.int(), oldestPendingMs: z.number() }),
});
export type Health = z.infer<typeof healthSchema>;
