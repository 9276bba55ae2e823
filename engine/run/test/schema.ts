import { z } from 'zod';
import { failureSchema } from '../../errors';
import { json } from '../../json';
import { STEP_ID } from '../../pipeline/schema';

/** Most fixtures of one test. */
export const MAX_FIXTURES = 5000;

/** Most tests of one file or pipeline. */
export const MAX_TESTS = 500;

const stepSchema = z.string().regex(STEP_ID);

const seconds = z.number().min(0).max(100_000_000);

/** Which attempts a fixture answers. */
const addressed = {
  step: stepSchema,
  /** The iteration inside a loop (`[6]`, nested `[6, 2]`). Without it the fixture answers every iteration. */
  iteration: z.array(z.int().min(0)).max(10).optional(),
  /** The action that was executed. @default the action of the step, or of its iterations */
  action: z.string().max(100).optional(),
  /** Release of the action. @default 1 */
  release: z.int().min(1).optional(),
  /** Time from the start of an attempt to its end. No test waits for it. @default 0 */
  seconds: seconds.optional(),
};

/** What takes the place of an effect in a test: its output, its failure, or no answer at all. */
export const fixtureSchema = z.union([
  z.strictObject({ ...addressed, output: json() }),
  z.strictObject({ ...addressed, error: failureSchema }),
  /** The attempt does not end until it is cancelled or times out. */
  z.strictObject({ ...addressed, unfinished: z.literal(true) }),
]);
export type Fixture = z.infer<typeof fixtureSchema>;

const path = z.string().min(1).max(500);

/** An expectation of one value. Paths begin with `outputs` or with `steps.<id>.output`. */
export const outputExpectationSchema = z.discriminatedUnion('match', [
  z.strictObject({ path, match: z.literal('equal'), value: json() }),
  /** A part of a text, an item of a list, or some fields of an object. */
  z.strictObject({ path, match: z.literal('contains'), value: json() }),
  /** A text that a pattern finds something in. */
  z.strictObject({ path, match: z.literal('matches'), value: z.string().max(1000) }),
  /** Any value: only its absence is a difference. */
  z.strictObject({ path, match: z.literal('any') }),
]);
export type OutputExpectation = z.infer<typeof outputExpectationSchema>;

/** Statuses with which a step can end. */
export const EXPECTED_STEP_STATUSES = ['completed', 'failed', 'skipped', 'cancelled'] as const;

const expectationsSchema = z.strictObject({
  status: z.enum(['completed', 'failed']),
  /** How steps end. Steps that are not named are not checked. */
  steps: z.record(stepSchema, z.enum(EXPECTED_STEP_STATUSES)).default({}),
  outputs: z.array(outputExpectationSchema).max(1000).default([]),
});

/** A signal that the run receives. */
const signalSchema = z.strictObject({
  name: z.string().min(1).max(100),
  value: json(),
  /** After the creation of the run. */
  after_seconds: seconds,
});

/** A test of a pipeline as data: it runs without effects, without waiting and without secrets. */
export const pipelineTestSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  params: z.record(z.string(), json()).default({}),
  /** The time at which the run begins. @default 2026-01-01T00:00:00Z */
  now: z.iso.datetime().optional(),
  fixtures: z.array(fixtureSchema).max(MAX_FIXTURES).default([]),
  signals: z.array(signalSchema).max(100).optional(),
  expect: expectationsSchema,
});
export type PipelineTest = z.infer<typeof pipelineTestSchema>;

/** The tests of a pipeline in a file beside its document. */
export const testFileSchema = z.strictObject({ tests: z.array(pipelineTestSchema).max(MAX_TESTS) });
export type TestFile = z.infer<typeof testFileSchema>;
