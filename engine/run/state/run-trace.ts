import { z } from 'zod';

/** The trace that a run belongs to, decided when it is created, so that every process that executes it agrees. */
export const runTraceSchema = z.object({
  /** The `traceparent` of the request that started the run. */
  parent: z.string().optional(),
  /** The `tracestate` of that request. */
  state: z.string().optional(),
  /** Whether the spans of the run are exported; absent when the installation exports none. */
  sampled: z.boolean().optional(),
});
export type RunTrace = z.infer<typeof runTraceSchema>;
