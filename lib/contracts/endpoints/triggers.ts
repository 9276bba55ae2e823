import { z } from 'zod';
import { defineEndpoint } from '../endpoint';

const hookRun = z.object({ id: z.string(), number: z.int() });

/** What programs and pages ask about triggers. */
export const triggerEndpoints = {
  receive: defineEndpoint({
    method: 'POST',
    path: '/api/v1/hooks/:id/:token',
    summary: 'Receives a webhook call and starts a run with its content.',
    input: z.object({ id: z.string(), token: z.string() }),
    body: 'raw',
    answer: z.object({
      run: hookRun,
      repeated: z.literal(true).optional(),
      status: z.string().optional(),
      outputs: z.record(z.string(), z.json()).optional(),
      error: z.custom<object>().optional(),
    }),
    statuses: {
      202: 'A run was started.',
      200: 'The run has completed; the answer has its outputs.',
      502: 'The run has failed; the answer has its error.',
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
