import { defineEndpoint } from '../endpoint';
import * as contract from '../lineage';

/** Where values come from, what reads them, and why steps did not run. */
export const lineageEndpoints = {
  ofRun: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/lineage',
    summary: 'Returns where a value of a run comes from and what reads it, with the values of the run.',
    input: contract.lineageInput,
    answer: contract.lineageSchema,
    errors: ['not_found', 'invalid'],
  }),
  ofPipeline: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/lineage',
    summary: 'Returns where a value of the draft comes from and what reads it.',
    input: contract.lineageInput,
    answer: contract.lineageSchema,
    errors: ['not_found', 'invalid'],
  }),
  why: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/why/:step',
    summary:
      'Explains why a step was skipped, failed or has not started: its conditions with their values, and the decisions upstream.',
    input: contract.whyInput,
    answer: contract.whySchema,
    errors: ['not_found'],
  }),
};
