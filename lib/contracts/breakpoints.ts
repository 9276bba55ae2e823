import { z } from 'zod';
import { failureSchema } from '@/engine/errors';
import { isJson, type Json } from '@/engine/json';
import { MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { MAX_FAIL_MESSAGE } from '@/engine/run/debug/answer';
import { breakpointSchema, debugSettingsSchema, PAUSE_MOMENTS } from '@/engine/run/debug/breakpoint';
import { PAUSE_CAUSES } from '@/engine/run/state/pause-events';
import { boundedJson, boundedParams } from './bounded-json';
import { wholeNumber } from './whole-number';

const idSchema = z.string().min(1).max(100);
const stepSchema = z.string().min(1).max(200);

/** Why a breakpoint cannot pause a run: its step was deleted, or its condition is invalid. */
export const breakpointProblemSchema = z.object({
  breakpoint: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
});

/** The breakpoints of a pipeline, with their problems in the pipeline as it is now. */
export const breakpointListSchema = debugSettingsSchema.extend({
  problems: z.array(breakpointProblemSchema),
});
export type BreakpointList = z.infer<typeof breakpointListSchema>;

export const breakpointListInput = z.object({ id: idSchema });

export const breakpointInput = z.object({ id: idSchema, breakpoint: idSchema });
export type BreakpointInput = z.input<typeof breakpointInput>;

/** A breakpoint to be added, or to replace the one with its id. */
export const setBreakpointInput = breakpointSchema
  .omit({ id: true })
  .extend({ id: idSchema, breakpoint: breakpointSchema.shape.id });
export type SetBreakpointInput = z.input<typeof setBreakpointInput>;

export const setPauseOnFailureInput = z.strictObject({ id: idSchema, pause_on_failure: z.boolean() });
export type SetPauseOnFailureInput = z.input<typeof setPauseOnFailureInput>;

/** Breakpoints of a run that is started: those of the pipeline, or these. */
export const runBreakpointsSchema = z.union([
  z.literal(true),
  debugSettingsSchema,
  debugSettingsSchema.shape.breakpoints,
]);
export type RunBreakpoints = z.input<typeof runBreakpointsSchema>;

/** Replaces the breakpoints of an active run. */
export const setRunBreakpointsInput = debugSettingsSchema.extend({ id: idSchema });
export type SetRunBreakpointsInput = z.input<typeof setRunBreakpointsInput>;

/** A pause of a step or iteration, with its resolved inputs; secrets are references. */
export const pauseSchema = z.object({
  /** Number of its event. */
  pause: z.int(),
  step: z.string(),
  iteration: z.array(z.int()),
  /** The attempt that would start, or the one that failed. */
  attempt: z.int(),
  moment: z.enum(PAUSE_MOMENTS),
  cause: z.enum(PAUSE_CAUSES),
  breakpoint: breakpointSchema.nullable(),
  since: z.iso.datetime(),
  /** When the run is cancelled unless the pause is answered; null without a limit. */
  until: z.iso.datetime().nullable(),
  inputs: z.custom<Json>(isJson),
  error: failureSchema.nullable(),
  note: z.string().nullable(),
});
export type PauseRecord = z.infer<typeof pauseSchema>;

/** The open pauses of a run, oldest first, and its breakpoints. */
export const pauseListSchema = z.object({
  pauses: z.array(pauseSchema),
  /** Null when the run is not debugged. */
  debug: debugSettingsSchema.nullable(),
});
export type PauseList = z.infer<typeof pauseListSchema>;

const inputs = boundedParams().optional();

/** What a person decides about a pause, as `PauseAnswer` of the engine, with limits. */
export const pauseAnswerInput = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('continue'), inputs }),
  z.strictObject({ do: z.literal('step'), inputs }),
  z.strictObject({ do: z.literal('retry'), inputs }),
  z.strictObject({ do: z.literal('output'), output: boundedJson({ bytes: MAX_PARAMS_BYTES }) }),
  z.strictObject({ do: z.literal('skip') }),
  z.strictObject({ do: z.literal('fail'), message: z.string().min(1).max(MAX_FAIL_MESSAGE).optional() }),
]);

export const answerPauseInput = z.strictObject({
  runId: idSchema,
  step: stepSchema,
  iteration: z.array(wholeNumber({ min: 0 })).optional(),
  /** Number of the pause; refused with `conflict` when the unit is in another one. @default its open pause */
  pause: wholeNumber({ min: 1 }).optional(),
  answer: pauseAnswerInput,
});
export type AnswerPauseInput = z.input<typeof answerPauseInput>;
