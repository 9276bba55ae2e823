import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';
import { MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { RUN_STATUSES } from '@/engine/run/state/state';
import { MAX_TESTS, pipelineTestSchema } from '@/engine/run/test/schema';
import { boundedJson } from './bounded-json';
import type { Answer } from './errors';

const idSchema = z.string().min(1).max(100);
const json = z.custom<Json>(isJson);

/** Largest test, in bytes of JSON text. */
export const MAX_TEST_BYTES = MAX_PARAMS_BYTES;

/** A test without its fixtures and expectations. */
export const testSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Number of the run that it was kept from; null for a written test. */
  run: z.int().nullable(),
  updatedAt: z.iso.datetime(),
});
export type TestSummary = z.infer<typeof testSummarySchema>;

export const testListSchema = z.object({ tests: z.array(testSummarySchema) });

/** A test with everything in it; secrets are masked. */
export const testRecordSchema = testSummarySchema.extend({ test: pipelineTestSchema });
export type TestRecord = z.infer<typeof testRecordSchema>;

/** A test after it was saved. */
export const savedTestSchema = testRecordSchema.extend({
  /** What a test cannot repeat of the run, as sentences. */
  notes: z.array(z.string()),
});
export type SavedTest = z.infer<typeof savedTestSchema>;

export const testListInput = z.object({ id: idSchema });

export const testInput = z.object({ id: idSchema, test: idSchema });
export type TestInput = z.input<typeof testInput>;

const content = {
  /** The whole test. */
  content: boundedJson({ bytes: MAX_TEST_BYTES }).pipe(pipelineTestSchema).optional(),
  /** Id of the run to keep. */
  run: idSchema.optional(),
  /** Name of a test that is kept from a run. */
  name: z.string().trim().min(1).max(200).optional(),
};
const isOneOf = ({ content: written, run }: { content?: unknown; run?: unknown }) =>
  (written === undefined) !== (run === undefined);
const oneOf = { message: 'Send either the content of the test or a run.' };

/** A written test, or a run to keep as one. */
export const addTestInput = z.strictObject({ id: idSchema, ...content }).refine(isOneOf, oneOf);
export type AddTestInput = z.output<typeof addTestInput>;
export type AddTestRequest = z.input<typeof addTestInput>;

export const changeTestInput = z
  .strictObject({ id: idSchema, test: idSchema, ...content })
  .refine(isOneOf, oneOf);
export type ChangeTestInput = z.output<typeof changeTestInput>;
export type ChangeTestRequest = z.input<typeof changeTestInput>;

/** The answer to a saved test. */
export type SavedTestResult = Answer<{ readonly saved: SavedTest }>;

export const runTestsInput = z.strictObject({
  id: idSchema,
  /** Ids of the tests. @default all */
  tests: z.array(idSchema).max(MAX_TESTS).optional(),
});
export type RunTestsInput = z.output<typeof runTestsInput>;

const changeSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  path: z.array(z.union([z.string(), z.number()])),
  left: json.optional(),
  right: json.optional(),
});

/** One expectation that does not hold. */
export const testDifferenceSchema = z.object({
  kind: z.enum(['status', 'step', 'output']),
  /** The id of the step, or the path of the value; `run` for the status of the run. */
  at: z.string(),
  /** The step to look at. */
  step: z.string().optional(),
  /** A sentence for people. */
  message: z.string(),
  expected: json,
  /** Absent when there is no such value. */
  actual: json.optional(),
  /** What differs inside a value that should be equal. */
  changes: z.array(changeSchema).optional(),
});

/** What a test found. */
export const testResultSchema = z.object({
  id: z.string(),
  name: z.string(),
  passed: z.boolean(),
  /** Why the test did not run, or not to its end. */
  problems: z.array(z.object({ message: z.string(), step: z.string().optional() })),
  differences: z.array(testDifferenceSchema),
  /** The status of the run; null when the test did not run. */
  status: z.enum(RUN_STATUSES).nullable(),
});
export type TestResultRecord = z.infer<typeof testResultSchema>;

export const testResultsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  results: z.array(testResultSchema),
});
export type TestResults = z.infer<typeof testResultsSchema>;

/** What is counted: the tests of the pipeline, or its newest runs. */
export const COVERAGE_SOURCES = ['tests', 'runs'] as const;

/** Most runs that are counted. The server counts fewer when their journals are too long to be read in 10 s. */
export const MAX_COVERED_RUNS = 1000;

export const coverageInput = z.object({
  id: idSchema,
  by: z.enum(COVERAGE_SOURCES).default('runs'),
  /** Number of runs. */
  last: z.coerce.number().int().min(1).max(MAX_COVERED_RUNS).default(20),
});
export type CoverageInput = z.output<typeof coverageInput>;

const counts = z.record(z.string(), z.int());

/** How often each part of the pipeline was taken. Parts that never were are absent. */
export const coverageSchema = z.object({
  /** Number of tests or runs that were counted. */
  of: z.int(),
  /** By id of the edge: `from>to:kind:branch`. */
  edges: counts,
  /** By `step:branch`. */
  branches: counts,
  steps: counts,
});
export type CoverageRecord = z.infer<typeof coverageSchema>;
