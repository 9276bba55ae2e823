import { z } from 'zod';
import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { defineEndpoint } from '../endpoint';
import * as contract from '../triggers';

/** Run parameters of the largest size and depth, in a trigger with its configuration, in the body. */
const TRIGGER = { bytes: MAX_PARAMS_BYTES + 64 * 1024, levels: MAX_LEVELS + 2 } as const;

const hookRun = z.object({ id: z.string(), number: z.int() });

/** Operations on triggers. */
export const triggerEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/pipelines/:pipelineId/triggers',
    summary: 'Lists the triggers of a pipeline, oldest first.',
    input: z.object({ pipelineId: z.string() }),
    answer: z.object({ triggers: z.array(contract.triggerDetailSchema).readonly() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/v1/triggers/:id',
    summary: 'Returns a trigger.',
    input: z.object({ id: z.string() }),
    answer: contract.triggerDetailSchema,
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/v1/pipelines/:pipelineId/triggers',
    summary: 'Adds a trigger to a pipeline.',
    input: contract.addTriggerInput,
    body: TRIGGER,
    answer: contract.triggerDetailSchema,
    statuses: { 201: 'The trigger was added.' },
    statusOf: () => 201,
    errors: ['not_found', 'too_large'],
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/triggers/:id',
    summary: 'Replaces a trigger except for its type and the path of a webhook.',
    input: contract.changeTriggerInput,
    body: TRIGGER,
    answer: contract.triggerDetailSchema,
    errors: ['not_found', 'too_large'],
  }),
  enable: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/triggers/:id/enabled',
    summary: 'Enables or disables a trigger.',
    input: contract.enableTriggerInput,
    body: { bytes: 1024, levels: 1 },
    answer: contract.triggerDetailSchema,
    errors: ['not_found', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/triggers/:id',
    summary: 'Deletes a trigger with its deliveries. Its runs are kept.',
    input: contract.triggerIdInput,
    answer: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  renewAddress: defineEndpoint({
    method: 'POST',
    path: '/api/v1/triggers/:id/address',
    summary: 'Replaces the path of a webhook. The previous path stops working.',
    input: contract.triggerIdInput,
    answer: contract.triggerDetailSchema,
    errors: ['not_found'],
  }),
  sample: defineEndpoint({
    method: 'GET',
    path: '/api/v1/triggers/:id/sample',
    summary:
      'Returns the test event of a webhook: whether the webhook is listening, and the latest captured call.',
    input: z.object({ id: z.string() }),
    answer: contract.triggerSampleSchema,
    errors: ['not_found'],
  }),
  listen: defineEndpoint({
    method: 'POST',
    path: '/api/v1/triggers/:id/sample',
    summary:
      'Captures the next call of a webhook within 5 minutes as its test event. The call starts no run, unless `startsRun` is set.',
    input: contract.listenTriggerInput,
    body: { bytes: 1024, levels: 1 },
    answer: contract.triggerSampleSchema,
    errors: ['not_found', 'too_large'],
  }),
  stopListening: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/triggers/:id/sample',
    summary: 'Stops listening for a test event. A captured call is kept.',
    input: contract.triggerIdInput,
    answer: contract.triggerSampleSchema,
    errors: ['not_found'],
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/api/v1/triggers/:triggerId/deliveries',
    summary: 'Lists the deliveries of a trigger, newest first.',
    input: contract.listDeliveriesInput,
    answer: contract.deliveryPageSchema,
    errors: ['not_found'],
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/v1/triggers/preview',
    summary: 'Computes the next times of a schedule without saving it.',
    input: contract.previewScheduleInput,
    body: { bytes: 16 * 1024, levels: 4 },
    answer: contract.schedulePreviewSchema,
    errors: ['too_large'],
  }),
  receive: defineEndpoint({
    method: 'POST',
    path: '/api/v1/hooks/:id/:token',
    summary: 'Receives a webhook call and starts a run with its content.',
    input: z.object({ id: z.string(), token: z.string() }),
    body: 'raw',
    answer: z.object({
      /** Missing when the call was saved as a test event. */
      run: hookRun.optional(),
      /** Set when the call was saved as a test event and started no run. */
      sample: z.literal(true).optional(),
      repeated: z.literal(true).optional(),
      status: z.string().optional(),
      outputs: z.record(z.string(), z.json()).optional(),
      error: z.custom<object>().optional(),
    }),
    statuses: {
      202: 'A run was started, or the call was saved as a test event.',
      200: 'The run has completed; the response contains its outputs.',
      502: 'The run has failed; the response contains its error.',
    },
    errors: [
      'unauthorized',
      'not_found',
      'conflict',
      'too_large',
      'unprocessable',
      'queue_full',
      'storage_full',
    ],
    fromAnywhere: true,
  }),
};
