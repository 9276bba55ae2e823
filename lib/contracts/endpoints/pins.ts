import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { defineEndpoint } from '../endpoint';
import * as contract from '../pins';

const PINS = '/api/v1/pipelines/:id/pins';
/** A value of the largest size and depth, and the object around it. */
const body = { bytes: 2 * MAX_PARAMS_BYTES, levels: MAX_LEVELS + 2 };

/** Pinned outputs, which tries use in place of executions. Runs do not use them. */
export const pinEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: PINS,
    summary: 'Lists the pinned outputs of a pipeline, without their values.',
    input: contract.pinListInput,
    answer: contract.pinListSchema,
    errors: ['not_found'],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${PINS}/:step`,
    summary: 'Returns the pinned output of a step; secrets are masked.',
    input: contract.pinInput,
    answer: contract.pinValueSchema,
    errors: ['not_found'],
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: `${PINS}/:step`,
    summary: 'Pins the output of a step: that of a run, or an entered value.',
    input: contract.pinOutputInput,
    body,
    answer: contract.pinSchema,
    errors: ['not_found', 'invalid', 'conflict', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${PINS}/:step`,
    summary: 'Removes the pinned output of a step.',
    input: contract.pinInput,
    answer: contract.pinSchema,
    errors: ['not_found'],
  }),
};
