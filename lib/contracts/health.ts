import { z } from 'zod';

/** Answer of `GET /api/v1/health`. */
export const healthSchema = z.object({
  status: z.literal('ok'),
  /** Runs this process is advancing now. */
  activeRuns: z.int(),
});
export type Health = z.infer<typeof healthSchema>;
