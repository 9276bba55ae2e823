import { channelListSchema } from '../channels';
import { defineEndpoint } from '../endpoint';

/** Operations on channels of notifications. */
export const channelEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/channels',
    summary:
      'Lists the channels of notifications, and whether they are configured. Never returns their settings.',
    answer: channelListSchema,
  }),
};
