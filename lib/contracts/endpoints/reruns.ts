import { z } from 'zod';
import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { defineEndpoint } from '../endpoint';
import * as contract from '../reruns';
import { startedRunSchema } from '../runs';

const RUN = '/api/v1/runs/:id';
/** Params and inputs of the largest size and depth, and the objects around them. */
const body = { bytes: 2 * MAX_PARAMS_BYTES, levels: MAX_LEVELS + 3 };

/** Re-runs, for programs and pages. */
export const rerunEndpoints = {
  plan: defineEndpoint({
    method: 'POST',
    path: `${RUN}/rerun/plan`,
    summary: 'Returns what a re-run would execute and reuse, and its side effects. Starts nothing.',
    input: contract.planRerunInput,
    body,
    answer: contract.rerunPlanSchema,
    errors: ['not_found', 'invalid', 'too_large'],
  }),
  diff: defineEndpoint({
    method: 'POST',
    path: `${RUN}/rerun/diff`,
    summary:
      'Compares a run with the plan of a re-run: params, definitions and the inputs of every step that executes. Starts nothing.',
    input: contract.planRerunInput,
    body,
    answer: contract.planDiffSchema,
    errors: ['not_found', 'invalid', 'too_large'],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: `${RUN}/rerun`,
    summary: 'Starts a re-run. Destructive steps that may execute must be named in `confirmed`.',
    input: contract.rerunRunInput,
    body,
    answer: startedRunSchema,
    statuses: { 201: 'The re-run was started.' },
    statusOf: () => 201,
    errors: ['not_found', 'invalid', 'conflict', 'too_large', 'queue_full', 'storage_full'],
  }),
  family: defineEndpoint({
    method: 'GET',
    path: `${RUN}/family`,
    summary: 'Lists a run, the run that it repeats, and all re-runs of these.',
    input: z.object({ id: z.string() }),
    answer: contract.runFamilySchema,
    errors: ['not_found'],
  }),
};
