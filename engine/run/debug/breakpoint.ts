import { z } from 'zod';

/** Most breakpoints of one pipeline: each is judged whenever a unit starts. */
export const MAX_BREAKPOINTS = 200;

/** Longest condition of a breakpoint, in characters. */
export const MAX_CONDITION = 2000;

/** Longest time limit of a pause, in seconds: a year. */
export const MAX_PAUSE_SECONDS = 365 * 24 * 60 * 60;

const stepId = z.string().min(1).max(100);

/** Where a run pauses: at a step, or on an edge, which pauses before the step that the edge leads to. */
export const breakpointPlaceSchema = z.union([
  z.strictObject({
    step: stepId,
    /** At each iteration of the step's loop instead of at the step. */
    iterations: z.literal(true).optional(),
  }),
  z.strictObject({
    from: stepId,
    to: stepId,
    /** Only when this branch of `from` was taken. */
    branch: z.string().min(1).max(200).optional(),
  }),
]);
export type BreakpointPlace = z.infer<typeof breakpointPlaceSchema>;

/** `before`: before the first attempt. `failure`: after a failed attempt that no other follows. */
export const PAUSE_MOMENTS = ['before', 'failure'] as const;
export type PauseMoment = (typeof PAUSE_MOMENTS)[number];

/** A place where runs pause until a person continues them. */
export const breakpointSchema = z.strictObject({
  /** Unique within the pipeline. */
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
      'must consist of letters, digits, - and _, at most 100 of them',
    ),
  at: breakpointPlaceSchema,
  when: z.enum(PAUSE_MOMENTS).default('before'),
  /** An expression; the run pauses only while it is true. */
  condition: z.string().min(1).max(MAX_CONDITION).optional(),
  enabled: z.boolean().default(true),
  /** Whether it also pauses runs that a trigger started. */
  triggered: z.boolean().optional(),
  /** How long a pause may last; then the run is cancelled. */
  timeout_seconds: z.int().min(1).max(MAX_PAUSE_SECONDS).optional(),
});
export type Breakpoint = z.infer<typeof breakpointSchema>;

/** How runs of a pipeline are debugged. */
export const debugSettingsSchema = z.strictObject({
  breakpoints: z.array(breakpointSchema).max(MAX_BREAKPOINTS),
  /** Whether every failure that no attempt follows pauses the run. */
  pause_on_failure: z.boolean(),
});
export type DebugSettings = z.infer<typeof debugSettingsSchema>;

/** `announce`, `each iteration of score` or `fast → announce (true)`. */
export function breakpointPlace(at: BreakpointPlace): string {
  if ('step' in at) return at.iterations ? `each iteration of ${at.step}` : at.step;
  return `${at.from} → ${at.to}${at.branch === undefined ? '' : ` (${at.branch})`}`;
}
