import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import * as contract from '../breakpoints';
import { defineEndpoint } from '../endpoint';
import { runIdInput } from '../runs';

const BREAKPOINTS = '/api/v1/pipelines/:id/breakpoints';
const RUN = '/api/v1/runs';
/** A breakpoint, and the objects around it. */
const one = { bytes: 16 * 1024, levels: 4 };
/** The most breakpoints with the longest conditions. */
const all = { bytes: 2 * 1024 * 1024, levels: 5 };
/** Inputs or an output of the largest size and depth, and the objects around them. */
const answer = { bytes: 2 * MAX_PARAMS_BYTES, levels: MAX_LEVELS + 3 };

/** Breakpoints of pipelines, and pauses of runs at them. */
export const breakpointEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: BREAKPOINTS,
    summary: 'Lists the breakpoints of a pipeline, with their problems.',
    input: contract.breakpointListInput,
    answer: contract.breakpointListSchema,
    errors: ['not_found'],
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: `${BREAKPOINTS}/:breakpoint`,
    summary: 'Adds a breakpoint, or replaces the one with this ID.',
    input: contract.setBreakpointInput,
    body: one,
    answer: contract.breakpointListSchema,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${BREAKPOINTS}/:breakpoint`,
    summary: 'Removes a breakpoint.',
    input: contract.breakpointInput,
    answer: contract.breakpointListSchema,
    errors: ['not_found'],
  }),
  setPauseOnFailure: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/pipelines/:id/pause-on-failure',
    summary: 'Sets whether every failure pauses runs that a person starts.',
    input: contract.setPauseOnFailureInput,
    body: one,
    answer: contract.breakpointListSchema,
    errors: ['not_found'],
  }),
  pauses: defineEndpoint({
    method: 'GET',
    path: `${RUN}/:id/pauses`,
    summary: 'Lists the open pauses of a run at breakpoints, with resolved inputs.',
    input: runIdInput,
    answer: contract.pauseListSchema,
    errors: ['not_found'],
  }),
  answer: defineEndpoint({
    method: 'POST',
    path: `${RUN}/:runId/pauses`,
    summary: 'Answers a pause at a breakpoint. The first answer applies; others are refused.',
    input: contract.answerPauseInput,
    body: answer,
    answer: runIdInput,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  setRunBreakpoints: defineEndpoint({
    method: 'PUT',
    path: `${RUN}/:id/breakpoints`,
    summary: 'Replaces the breakpoints of an active run.',
    input: contract.setRunBreakpointsInput,
    body: all,
    answer: runIdInput,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
};
