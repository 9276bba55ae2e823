import { defineEndpoint } from '../endpoint';
import * as contract from '../history';

/** What the runs of a pipeline did, step by step and in figures. */
export const historyEndpoints = {
  history: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/history',
    summary: 'Lists the runs of a pipeline with the status of every step, newest first.',
    input: contract.listHistoryInput,
    answer: contract.historyPageSchema,
    errors: ['not_found'],
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:id/figures',
    summary:
      'Summarises the newest runs of a pipeline: success rate and durations by day, version and step, and failures by message.',
    input: contract.historyFiguresInput,
    answer: contract.historyFiguresSchema,
    errors: ['not_found'],
  }),
};
