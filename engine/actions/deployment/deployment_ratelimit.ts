import { z } from 'zod';
import { defineAction } from '../../action';
import { LIMIT_ALGORITHMS, rateLimitSchema, TIME_WINDOWS } from '../../deployments';
import { deploymentId } from './deployment_id';

const { rate_limit, time_window, algorithm, burst, enabled } = rateLimitSchema.shape;

/** Limits the requests that a deployment admits. docs/deployments.md. */
export const deploymentRatelimit = defineAction({
  type: 'deployment_ratelimit',
  title: 'Rate limit',
  description: 'Limit the requests that a deployment admits.',
  icon: 'deployment_ratelimit',
  sentence: 'Limit {deployment_id} to {rate_limit} per {time_window}',
  category: 'deployment',
  aliases: ['configure_rate_limiting', 'deployment_rate_limit'],
  spellings: { burst_size: 'burst' },
  effect: 'write',
  idempotent: true,

  params: z.object({
    deployment_id: deploymentId().describe('ID or name of the deployment.'),
    rate_limit,
    time_window,
    algorithm,
    burst: burst.meta({ variant: 'added' }),
    enabled: enabled.meta({ variant: 'added' }),
  }),

  docs: {
    variants: { a: 'deployment_ratelimit' },
    examples: [
      {
        title: '100 requests a minute',
        step: { id: 'limit', params: { deployment_id: 'support', rate_limit: 100 } },
      },
      {
        title: 'At most 20 requests in each second',
        step: {
          id: 'limit',
          params: {
            deployment_id: 'support',
            rate_limit: 20,
            time_window: 'second',
            algorithm: 'fixed_window',
          },
        },
      },
      {
        title: 'Remove the limit',
        step: { id: 'limit', params: { deployment_id: 'support', rate_limit: 100, enabled: false } },
      },
    ],
    failures: {
      invalid_params: 'the deployment does not exist.',
      rejected: 'the deployment is being deleted.',
    },
    notes: ['The limit applies to the next request, to all replicas and callers together.'],
  },

  output: z.object({
    deployment_id: z.string().describe('ID of the deployment.'),
    rate_limit: z.int().describe('Requests that are admitted per time window.'),
    time_window: z.enum(TIME_WINDOWS).describe('Time window.'),
    algorithm: z.enum(LIMIT_ALGORITHMS).describe('Algorithm.'),
  }),

  async run({ deployment_id, ...limit }, ctx) {
    const { id } = await ctx.deployments.limit(deployment_id, limit);
    return {
      deployment_id: id,
      rate_limit: limit.rate_limit,
      time_window: limit.time_window,
      algorithm: limit.algorithm,
    };
  },
});
