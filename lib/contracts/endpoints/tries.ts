import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { defineEndpoint } from '../endpoint';
import * as contract from '../reruns';
import { startedRunSchema } from '../runs';

const TRY = '/api/v1/pipelines/:id/try';
/** Values of the largest size and depth, and the objects around them. */
const body = { bytes: 2 * MAX_PARAMS_BYTES, levels: MAX_LEVELS + 3 };

/** Tries of a step, for programs and pages. */
export const tryEndpoints = {
  plan: defineEndpoint({
    method: 'POST',
    path: `${TRY}/plan`,
    summary:
      'Returns what a try of a step would execute and reuse, and which values it needs. Starts nothing.',
    input: contract.planTryInput,
    body,
    answer: contract.tryPlanSchema,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: TRY,
    summary:
      'Tries a step of the draft: starts a run of this step alone, up to it or from it. Destructive steps that may execute must be named in `confirmed`.',
    input: contract.startTryInput,
    body,
    answer: startedRunSchema,
    statuses: { 201: 'The try was started.' },
    statusOf: () => 201,
    errors: ['not_found', 'invalid', 'conflict', 'too_large', 'queue_full', 'storage_full'],
  }),
};
