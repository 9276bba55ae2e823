import { z } from 'zod';
import { failureSchema } from '../../errors';
import { PAUSE_DECISIONS } from '../debug/answer';
import { breakpointSchema, debugSettingsSchema, PAUSE_MOMENTS } from '../debug/breakpoint';
import { attempt, command, payloadSchema } from './event-fields';

/** Why a unit is paused: a breakpoint, a step of a person through the run, or `pause_on_failure`. */
export const PAUSE_CAUSES = ['breakpoint', 'step', 'failure'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** A pause at a breakpoint: nothing of the unit starts until `pause_answered`. */
export const stepPaused = z.object({
  type: z.literal('step_paused'),
  /** The attempt that would start, or the one that failed. */
  ...attempt,
  action: z.string(),
  moment: z.enum(PAUSE_MOMENTS),
  cause: z.enum(PAUSE_CAUSES),
  breakpoint: breakpointSchema.optional(),
  /** Resolved parameters; secrets are references. */
  inputs: payloadSchema,
  /** Why the attempt failed. */
  error: failureSchema.optional(),
  /** The failure ends the pipeline: the `fail` action. */
  ends_run: z.boolean().optional(),
  /** When the run is cancelled unless the pause was answered. */
  until: z.iso.datetime().optional(),
  /** Why the condition of the breakpoint, or the parameters, could not be evaluated. */
  note: z.string().optional(),
});

/** What a person decided about a pause. The events of the decision follow. */
export const pauseAnswered = z.object({
  type: z.literal('pause_answered'),
  ...attempt,
  /** Number of the event `step_paused`. */
  pause: z.int().min(1),
  decision: z.enum(PAUSE_DECISIONS),
  /** Edited parameters, an object. */
  inputs: payloadSchema.optional(),
  output: payloadSchema.optional(),
  message: z.string().optional(),
});

/** The breakpoints of an active run were replaced. */
export const breakpointsSet = z.object({
  type: z.literal('breakpoints_set'),
  debug: debugSettingsSchema,
  ...command,
});
