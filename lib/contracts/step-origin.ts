import { z } from 'zod';

/** The step that made or changed something. */
export const stepOriginSchema = z.object({
  run_id: z.string(),
  /** Null once the run was deleted, and for the run of a chunk of a loop. */
  run_number: z.int().nullable(),
  step: z.string(),
});
export type StepOrigin = z.infer<typeof stepOriginSchema>;
