import { z } from 'zod';
import { debugSettingsSchema, type JsonObject, pauseAnswerSchema } from '@/engine';
import { INTERRUPT_ANSWERS } from '@/lib/contracts/runs';

/** Commands to a run. An answer names the attempt, so that it cannot answer a later question. */
export const runCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('signal'), name: z.string(), value: z.json() }),
  z.object({
    kind: z.literal('resolve'),
    step: z.string(),
    iteration: z.array(z.int()).optional(),
    attempt: z.int(),
    answer: z.enum(INTERRUPT_ANSWERS),
  }),
  z.object({
    kind: z.literal('continue'),
    step: z.string(),
    iteration: z.array(z.int()).optional(),
    /** Number of the pause. */
    pause: z.int(),
    answer: pauseAnswerSchema,
  }),
  z.object({ kind: z.literal('breakpoints'), debug: debugSettingsSchema }),
]);
export type RunCommand = z.infer<typeof runCommandSchema>;
export type ResolveCommand = Extract<RunCommand, { kind: 'resolve' }>;
/** The answer to a pause at a breakpoint. */
export type ContinueCommand = Extract<RunCommand, { kind: 'continue' }>;

/** Kinds of commands that answer a question about a unit; the others are to the whole run. */
export const ANSWER_KINDS = ['resolve', 'continue'] as const satisfies readonly RunCommand['kind'][];

/** A command from its row. */
export function toCommand({ kind, body }: { readonly kind: string; readonly body: JsonObject }): RunCommand {
  return runCommandSchema.parse({ ...body, kind });
}
