import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';
import { MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { boundedJson } from './bounded-json';

const idSchema = z.string().min(1).max(100);
const stepSchema = z.string().min(1).max(100);

/** A pinned output. */
export const pinSchema = z.object({
  step: z.string(),
  /** Number of the run whose output it is; null for an entered value. */
  run: z.int().nullable(),
  pinnedAt: z.iso.datetime(),
});
export type PinRecord = z.infer<typeof pinSchema>;

export const pinListSchema = z.object({ pins: z.array(pinSchema) });

export const pinListInput = z.object({ id: idSchema });

export const pinInput = z.object({ id: idSchema, step: stepSchema });
export type PinInput = z.input<typeof pinInput>;

/** A pin with its value; secrets are masked. */
export const pinValueSchema = pinSchema.extend({ value: z.custom<Json>(isJson) });

/** An entered value, or the output of a run. */
export const pinOutputInput = z
  .strictObject({
    id: idSchema,
    step: stepSchema,
    value: boundedJson({ bytes: MAX_PARAMS_BYTES }).optional(),
    /** Id of the run. */
    run: idSchema.optional(),
  })
  .refine(({ value, run }) => (value === undefined) !== (run === undefined), {
    message: 'Send either a value or a run.',
  });
export type PinOutputInput = z.input<typeof pinOutputInput>;
