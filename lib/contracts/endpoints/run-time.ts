import { defineEndpoint } from '../endpoint';
import * as contract from '../run-time';

/** Where the time of a run went. */
export const runTimeEndpoints = {
  time: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/time',
    summary:
      'Returns where the time of a run went: critical path, work and waiting of every step, compared with earlier runs, the estimated time left, and the statuses at an instant.',
    input: contract.runTimeInput,
    answer: contract.runTimeSchema,
    errors: ['not_found'],
  }),
};
