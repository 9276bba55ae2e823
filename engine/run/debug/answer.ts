import { z } from 'zod';
import { json } from '../../json';

/** What a person may decide about a pause. docs/debugging.md. */
export const PAUSE_DECISIONS = ['continue', 'step', 'retry', 'output', 'skip', 'fail'] as const;
export type PauseDecision = (typeof PAUSE_DECISIONS)[number];

/** Longest message of a person who fails a paused step, in characters. */
export const MAX_FAIL_MESSAGE = 2000;

/** Parameters that replace resolved ones in this run, by name. */
const inputs = z.record(z.string(), json()).optional();

/**
 * A decision with its values.
 * - `continue`: the attempt starts; after a failure, the failure stands.
 * - `step`: as `continue`, and the run pauses before the next step or iteration that would start.
 * - `retry`: after a failure, another attempt starts.
 * - `output`: the unit completes with this output, without an attempt.
 * - `skip`: the step is skipped; an iteration completes with the output null.
 * - `fail`: the unit fails.
 */
export const pauseAnswerSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('continue'), inputs }),
  z.strictObject({ do: z.literal('step'), inputs }),
  z.strictObject({ do: z.literal('retry'), inputs }),
  z.strictObject({ do: z.literal('output'), output: json() }),
  z.strictObject({ do: z.literal('skip') }),
  z.strictObject({ do: z.literal('fail'), message: z.string().min(1).max(MAX_FAIL_MESSAGE).optional() }),
]);
export type PauseAnswer = z.infer<typeof pauseAnswerSchema>;
