import { z } from 'zod';
import { runEventSchema } from '@/engine/run/state/events';
import { defineEndpoint } from '../endpoint';
import { iterationEventsInput } from '../iterations';

const id = z.string();
/** Where a reader of the journal continues: the sequence number of its last event. */
const after = z.string().optional();
const runEvent = runEventSchema.meta({ id: 'RunEvent' });

/** Operations on the journal of a run. Separate from `runEndpoints`, so that lists do not load the schema of events. */
export const runEventEndpoints = {
  events: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/events',
    summary:
      'Streams the events of a run as server-sent events: existing ones, then new ones. `Last-Event-ID` or `after` resumes.',
    input: z.object({ id, after, resync: z.string().optional() }),
    media: 'text/event-stream',
    answer: z.never(),
    errors: ['not_found'],
  }),
  snapshot: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:id/snapshot',
    summary: 'Returns the events of a run in compact form, after the sequence number `after`.',
    input: z.object({ id, after }),
    answer: z.object({ events: z.array(runEvent), seq: z.int() }),
    errors: ['not_found'],
  }),
  iteration: defineEndpoint({
    method: 'GET',
    path: '/api/v1/runs/:runId/iterations/:index',
    summary: 'Returns the events of one iteration of a long loop.',
    input: iterationEventsInput,
    answer: z.object({ events: z.array(runEvent) }),
    errors: ['not_found'],
  }),
};
