import { defineEndpoint } from '../endpoint';
import * as contract from '../run-diffs';

const DIFF = '/api/v1/runs/:id/diff';

/** Comparisons of two runs of a pipeline. */
export const runDiffEndpoints = {
  diff: defineEndpoint({
    method: 'GET',
    path: DIFF,
    summary:
      'Compares a run with another run of its pipeline: params, outputs and every step, with the first step that differs and why.',
    input: contract.diffRunsInput,
    answer: contract.runDiffSchema,
    errors: ['not_found', 'invalid'],
  }),
  diffStep: defineEndpoint({
    method: 'GET',
    path: `${DIFF}/:step`,
    summary: 'Lists the differences of the inputs, the output or the definition of one step in two runs.',
    input: contract.diffStepInput,
    answer: contract.stepPartDiffSchema,
    errors: ['not_found', 'invalid'],
  }),
  sinceWorked: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/since-worked/:step',
    summary:
      'Compares a step, or one iteration of it, with the newest earlier run in which it completed: resolved inputs, output or error, and the inputs that differ.',
    input: contract.sinceWorkedInput,
    answer: contract.sinceWorkedSchema,
    errors: ['not_found', 'invalid'],
  }),
};
