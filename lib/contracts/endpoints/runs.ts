import { z } from 'zod';
import type { Json } from '@/engine/json';
import { MAX_LEVELS, MAX_PARAMS_BYTES, MAX_SIGNAL_BYTES } from '@/engine/json-limits';
import { defineEndpoint } from '../endpoint';
import { listFilesInput, runFilesSchema } from '../files';
import { iterationPageSchema, listIterationsInput } from '../iterations';
import {
  MAX_PART_BYTES,
  payloadEntriesInput,
  payloadEntriesSchema,
  payloadPartInput,
  payloadSearchInput,
  payloadSearchSchema,
} from '../payloads';
import { runFileSchema } from '../run-file';
import * as contract from '../runs';

const id = z.string();
const key = { idempotencyKey: 'idempotency-key' } as const;
const RUN = '/api/v1/runs/:id';
const runOnly = z.object({ id });
const commanded = contract.runIdInput;

/** Operations on runs, for programs and pages. */
export const runEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs',
    summary: 'Lists runs, newest first, or those that a search finds.',
    input: contract.listRunsInput,
    answer: contract.runPageSchema,
    errors: ['invalid'],
  }),
  count: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/counts',
    summary: `Counts runs by status, up to ${contract.MOST_COUNTED}; one more means "more".`,
    input: contract.countRunsInput,
    answer: contract.runCountsSchema,
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/v1/runs',
    summary: 'Starts a run. Requests with the same `Idempotency-Key` start one run.',
    input: contract.startRunInput,
    headers: { ...key, traceparent: 'traceparent', tracestate: 'tracestate' },
    // Run parameters of the largest depth, and the object around them.
    body: { bytes: MAX_PARAMS_BYTES, levels: MAX_LEVELS + 1 },
    answer: contract.startedRunSchema,
    statuses: { 201: 'The run was started.', 200: 'An earlier request with this key started the run.' },
    statusOf: ({ existing }) => (existing ? 200 : 201),
    errors: ['not_found', 'conflict', 'too_large', 'queue_full', 'storage_full'],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: RUN,
    summary: 'Returns a run with its params and its document.',
    input: runOnly,
    answer: contract.runDetailSchema,
    errors: ['not_found'],
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${RUN}/export`,
    summary: 'Downloads a run that has ended as one file, with secrets masked.',
    input: runOnly,
    answer: runFileSchema,
    errors: ['not_found', 'conflict', 'too_large'],
  }),
  payload: defineEndpoint({
    method: 'GET',
    path: `${RUN}/payloads/:hash`,
    summary: 'Returns a large value of a run. `download=1` sends it as a file.',
    input: z.object({ id, hash: z.string(), download: z.string().optional() }),
    answer: z.custom<Json>(),
    errors: ['not_found'],
  }),
  payloadEntries: defineEndpoint({
    method: 'GET',
    path: `${RUN}/payloads/:hash/entries`,
    summary: 'Lists entries of a part of a large value, without reading the rest of it.',
    input: payloadEntriesInput,
    answer: payloadEntriesSchema,
    errors: ['not_found'],
  }),
  payloadPart: defineEndpoint({
    method: 'GET',
    path: `${RUN}/payloads/:hash/part`,
    summary: `Returns a part of a large value, up to ${MAX_PART_BYTES / 1_000_000} MB.`,
    input: payloadPartInput,
    answer: z.custom<Json>(),
    errors: ['not_found', 'too_large'],
  }),
  payloadSearch: defineEndpoint({
    method: 'GET',
    path: `${RUN}/payloads/:hash/search`,
    summary: 'Searches keys and scalars of a large value, a section of the value at a time.',
    input: payloadSearchInput,
    answer: payloadSearchSchema,
    errors: ['not_found'],
  }),
  files: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:runId/files',
    summary: 'Lists the files that a run created, oldest first.',
    input: listFilesInput,
    answer: runFilesSchema,
    errors: ['not_found'],
  }),
  file: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:runId/files/:file',
    summary:
      'Downloads a file of a run, by its ID or the SHA-256 of its content. With `?view=1` browsers show a PDF file instead.',
    input: z.object({ runId: id, file: z.string(), view: z.literal('1').optional() }),
    media: 'application/octet-stream',
    answer: z.never(),
    errors: ['not_found'],
  }),
  iterations: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:runId/iterations',
    summary: 'Lists the iterations of a long loop.',
    input: listIterationsInput,
    answer: iterationPageSchema,
    errors: ['not_found'],
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: `${RUN}/cancel`,
    summary: 'Cancels a run.',
    input: runOnly,
    answer: commanded,
    errors: ['not_found'],
  }),
  pause: defineEndpoint({
    method: 'POST',
    path: `${RUN}/pause`,
    summary: 'Pauses a run: no further step starts.',
    input: runOnly,
    answer: commanded,
    errors: ['not_found', 'conflict'],
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: `${RUN}/resume`,
    summary: 'Resumes a run that is paused or quarantined.',
    input: runOnly,
    answer: commanded,
    errors: ['not_found', 'conflict'],
  }),
  signal: defineEndpoint({
    method: 'POST',
    path: `${RUN}/signals`,
    summary: 'Sends a signal to a run. A signal is applied once per `Idempotency-Key`.',
    input: contract.signalInput,
    headers: key,
    // A value of the largest size and depth, its name, and white space.
    body: { bytes: 2 * MAX_SIGNAL_BYTES, levels: MAX_LEVELS + 1, anyType: true },
    answer: commanded,
    errors: ['not_found', 'conflict', 'too_large'],
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/v1/runs/:runId/answers',
    summary: 'Answers the question about an interrupted attempt.',
    input: contract.resolveInterruptedInput,
    body: { bytes: 16 * 1024, levels: 2, anyType: true },
    answer: commanded,
    errors: ['not_found', 'conflict', 'too_large'],
  }),
  pin: defineEndpoint({
    method: 'PUT',
    path: `${RUN}/keep`,
    summary: 'Pins a run: retention does not delete it.',
    input: runOnly,
    answer: commanded,
    errors: ['not_found'],
  }),
  unpin: defineEndpoint({
    method: 'DELETE',
    path: `${RUN}/keep`,
    summary: 'Unpins a run.',
    input: runOnly,
    answer: commanded,
    errors: ['not_found'],
  }),
};
