import { z } from 'zod';
import { json } from '../../json';

/** Which steps of an earlier run a re-run executes. docs/rules.md, section 9. */
export const RERUN_SCOPES = [
  'everything',
  'from_failed',
  'from',
  'only',
  'up_to',
  'failed_iterations',
] as const;
export type RerunScope = (typeof RERUN_SCOPES)[number];

/** Where the output of a step comes from that no run executed for it: it was pinned, or typed in. */
export const GIVEN_SOURCES = ['pinned', 'entered'] as const;
export type GivenSource = (typeof GIVEN_SOURCES)[number];

/** How a re-run was requested. */
export const rerunSchema = z.object({
  scope: z.enum(RERUN_SCOPES),
  /** The step of `from`, `only` and `up_to`. */
  step: z.string().optional(),
  /** Index of the only iteration that a try of a loop executes. */
  iteration: z.int().min(0).optional(),
  /** Whether it is a try: its step runs whether or not the steps before it lead to it. */
  is_try: z.literal(true).optional(),
  /** Parameters that replace written ones in this run, by step. */
  inputs: z.record(z.string(), z.record(z.string(), json())).optional(),
});
export type RerunRequest = z.infer<typeof rerunSchema>;
