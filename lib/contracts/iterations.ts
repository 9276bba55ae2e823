import { z } from 'zod';
import { FAILURE_KINDS } from '@/engine/errors';
import { STEP_STATUSES } from '@/engine/run/state/state';
import { wholeNumberText } from './whole-number';

/** One iteration of a loop, as a line. */
export const iterationRowSchema = z.object({
  /** From 0. */
  index: z.int(),
  status: z.enum(STEP_STATUSES),
  attempts: z.int(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  error: z.object({ kind: z.enum(FAILURE_KINDS), message: z.string() }).nullable(),
  /** Its item and its output, each as one line of text. */
  item: z.string(),
  output: z.string().nullable(),
});
export type IterationRow = z.infer<typeof iterationRowSchema>;

/** A page of the iterations of a chunked loop. */
export const iterationPageSchema = z.object({
  total: z.int(),
  /** Number of all iterations that have completed so far. */
  completed: z.int(),
  failed: z.int(),
  rows: z.array(iterationRowSchema),
  /** Pass as `from` for the next page; null on the last one. */
  next: z.int().nullable(),
});
export type IterationPage = z.infer<typeof iterationPageSchema>;

const runId = z.string().min(1).max(100);
const step = z.string().min(1).max(200);

export const listIterationsInput = z.object({
  runId,
  step,
  /** Index of the first iteration of the page, from 0. */
  from: wholeNumberText({ min: 0 }).default(0),
  limit: wholeNumberText({ min: 1, max: 500 }).default(200),
  /** Only those that failed. */
  only: z.literal('failed').optional(),
});

export const iterationEventsInput = z.object({ runId, step, index: wholeNumberText({ min: 0 }) });

/** Names an iteration of a step by its index from 0, inside nested loops by one index per loop: `12`, `6.2`. */
export const iterationText = z
  .string()
  .regex(
    /^\d{1,9}(\.\d{1,9}){0,9}$/,
    'must be the index of an iteration from 0, such as 12, or 6.2 inside nested loops',
  );

/** The indexes of an iteration, outermost loop first. */
export function parseIteration(text: z.output<typeof iterationText> | undefined): number[] {
  return text === undefined ? [] : text.split('.').map(Number);
}

/** An iteration as `iterationText`; undefined for the step itself. */
export function formatIteration(iteration: readonly number[]): string | undefined {
  return iteration.length === 0 ? undefined : iteration.join('.');
}
