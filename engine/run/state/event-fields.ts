import { z } from 'zod';
import { json } from '../../json';

/**
 * A value in the journal: the value itself or, when large, a reference to the payload store with a summary. The runner
 * always records `value`; the store replaces a large one by `ref` when it writes.
 */
export const payloadSchema = z.union([
  z.object({ value: json() }),
  z.object({ ref: z.string(), bytes: z.int(), summary: z.string() }),
]);

/**
 * The newest command applied when this was recorded, by its number: a runner that takes over applies
 * only those after it.
 */
export const command = { command: z.int().min(1).optional() };

/** Where an event belongs: a step, or one iteration inside a loop (`[6]`, nested `[6, 2]`). */
export const unit = { step: z.string(), iteration: z.array(z.int()).optional() };

/** An attempt of a unit. */
export const attempt = { ...unit, attempt: z.int().min(1) };
