import { z } from 'zod';
import type { Json } from '@/engine/json';
import { MAX_DOCUMENT_BYTES } from '@/engine/json-limits';
import type { ParamDeclaration } from '@/engine/pipeline/schema';
import { defineEndpoint } from '../endpoint';
import { lastInputsInput, lastInputsSchema } from '../last-inputs';
import {
  countPipelinesInput,
  listPipelinesInput,
  pipelineCountsSchema,
  pipelinePageSchema,
} from '../pipeline-list';
import { organisationSchema, organisePipelineInput } from '../pipeline-organisation';
import * as contract from '../pipelines';
import { openTabsSchema, reportPresenceInput } from '../presence';
import { outputSamplesInput, outputSamplesSchema } from '../samples';
import { pipelineShapesInput, pipelineShapesSchema } from '../shapes';
import { wholeNumberText } from '../whole-number';
import { pipelineWorstCaseInput, pipelineWorstCaseSchema } from '../worst-case';

/** A document of the largest size, escaped as a string, and the other fields. */
const DOCUMENT = { bytes: 2 * MAX_DOCUMENT_BYTES, levels: 2 } as const;

/** Operations on pipelines, for programs and pages. */
export const pipelineEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines',
    summary: 'Lists pipelines with their newest runs: pinned ones first, then by `sort`.',
    input: listPipelinesInput,
    answer: pipelinePageSchema,
  }),
  count: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/counts',
    summary: 'Counts pipelines by the status of the newest run, by folder and by tag.',
    input: countPipelinesInput,
    answer: pipelineCountsSchema,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/v1/pipelines',
    summary: 'Creates a pipeline, empty or from a document.',
    input: contract.createPipelineInput,
    body: DOCUMENT,
    answer: z.object({ id: z.string(), version: z.int() }),
    statuses: { 201: 'The pipeline was created.' },
    statusOf: () => 201,
    errors: ['too_large', 'storage_full'],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id',
    summary: 'Returns a pipeline with its current text.',
    input: z.object({ id: z.string() }),
    answer: contract.pipelineDetailSchema,
    errors: ['not_found'],
  }),
  events: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/events',
    summary:
      'Streams the revision and version of a draft as server-sent events: the current ones, then each change. Events named `presence` list the tabs in which the pipeline is open.',
    input: z.object({ id: z.string() }),
    media: 'text/event-stream',
    answer: z.never(),
    errors: ['not_found'],
  }),
  presence: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/pipelines/:id/presence',
    summary:
      'Reports that a pipeline is open in a tab, with the selected step, or no longer. Nothing is stored: a tab that stops reporting counts as closed.',
    input: reportPresenceInput,
    // A step id of 255 characters, escaped, and the other fields.
    body: { bytes: 4 * 1024, levels: 2 },
    answer: openTabsSchema,
    errors: ['not_found', 'too_large'],
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/pipelines/:id',
    summary:
      'Saves a new version of a pipeline. Refused with `conflict` and the current version when `baseVersion` is stale.',
    input: contract.savePipelineInput,
    body: DOCUMENT,
    answer: contract.savedPipelineSchema,
    errors: ['not_found', 'conflict', 'too_large', 'storage_full'],
  }),
  organise: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/pipelines/:id/organisation',
    summary: 'Sets the folder and the tags of a pipeline, and pins it to the top of the list.',
    input: organisePipelineInput,
    // At most 20 tags of 60 characters, escaped, and the other fields.
    body: { bytes: 16 * 1024, levels: 2 },
    answer: organisationSchema,
    errors: ['not_found', 'too_large'],
  }),
  validate: defineEndpoint({
    method: 'POST',
    path: '/api/v1/pipelines/validate',
    summary: 'Validates a document without saving it.',
    input: contract.validatePipelineInput,
    body: DOCUMENT,
    answer: contract.validationSchema,
    errors: ['too_large'],
  }),
  versions: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/versions',
    summary: 'Lists the versions of a pipeline, newest first.',
    input: z.object({
      id: z.string(),
      /** The oldest version of the previous page. */
      before: wholeNumberText({ min: 1 }).optional(),
      limit: wholeNumberText({ min: 1, max: 200 }).default(50),
    }),
    answer: z.object({
      versions: z.array(contract.versionSummarySchema),
      /** Pass as `before` for the next page; null on the last one. */
      next: z.int().nullable(),
    }),
    errors: ['not_found'],
  }),
  version: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/versions/:version',
    summary: 'Returns a version of a pipeline with its text.',
    input: z.object({ id: z.string(), version: wholeNumberText({ min: 1 }) }),
    answer: contract.versionDetailSchema,
    errors: ['not_found'],
  }),
  worstCase: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/worst-case',
    summary:
      'Returns how long a run of the draft, or of a version, can take at most, from timeouts, attempts and backoff, with the steps that decide it.',
    input: pipelineWorstCaseInput,
    answer: pipelineWorstCaseSchema,
    errors: ['not_found'],
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/export',
    summary: 'Downloads the canonical text of a pipeline.',
    input: z.object({ id: z.string() }),
    answer: z.custom<Json>(),
    errors: ['not_found'],
  }),
  params: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/params',
    summary: 'Returns the params that the next run of a pipeline declares, and those of its newest run.',
    input: z.object({ id: z.string() }),
    answer: z.object({
      /** As written: a draft may have problems. */
      declared: z.record(z.string(), z.custom<ParamDeclaration>()),
      /** Null when the pipeline has no such run. */
      last: z.record(z.string(), z.json()).nullable(),
      /** Number of the newest run; null without one. */
      lastNumber: z.int().nullable(),
    }),
    errors: ['not_found'],
  }),
  shapes: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:pipelineId/shapes',
    summary:
      'Describes the outputs of the newest runs by step, types and keys without values, and which steps were skipped.',
    input: pipelineShapesInput,
    answer: pipelineShapesSchema,
    errors: ['not_found'],
  }),
  samples: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:pipelineId/samples',
    summary:
      'Returns the outputs of a run, of the newest runs or of pins by step, as examples: long values are shortened, secrets are masked.',
    input: outputSamplesInput,
    answer: outputSamplesSchema,
    errors: ['not_found'],
  }),
  lastInputs: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:pipelineId/steps/:step/inputs',
    summary:
      'Returns what a step, or one iteration of it, received in a run, by default in the newest one; secrets are masked.',
    input: lastInputsInput,
    answer: lastInputsSchema,
    errors: ['not_found'],
  }),
};
