import { z } from 'zod';
import { defineAction } from '../../action';
import { READ_STATUSES } from '../../deployments';
import { deploymentId } from './deployment_id';

/** Reads a deployment as it is now. docs/deployments.md. */
export const deploymentStatus = defineAction({
  type: 'deployment_status',
  title: 'Deployment status',
  description: 'Read the current status and ready replicas of a deployment.',
  icon: 'deployment_status',
  sentence: 'Read {deployment_id}',
  category: 'deployment',
  aliases: ['deployment_get', 'get_deployment'],
  effect: 'read',
  idempotent: true,

  params: z.object({
    deployment_id: deploymentId().describe('ID or name of the deployment.'),
  }),

  docs: {
    variants: {},
    examples: [{ title: 'Read a deployment', step: { id: 'now', params: { deployment_id: 'support' } } }],
    failures: { invalid_params: 'the deployment does not exist.' },
    notes: [
      'A deployment that was deleted is found by its ID, with the status deleted.',
      'To wait for a status, use wait_until: its condition reads the current state.',
    ],
  },

  output: z.object({
    deployment_id: z.string().describe('ID of the deployment.'),
    deployment_name: z.string().describe('Name of the deployment.'),
    endpoint_url: z.string().describe('Base URL of the endpoint.'),
    status: z.enum(READ_STATUSES).describe('Current status of the deployment.'),
    replicas: z.int().describe('Desired number of replicas.'),
    ready_replicas: z.int().describe('Number of ready replicas.'),
    model_id: z.string().describe('Model that the deployment serves.'),
    cluster_id: z.string().describe('Cluster of the deployment.'),
    error: z.string().nullable().describe('Why the deployment failed, or what it waits for.'),
  }),
  current: { action: 'deployment_status', from: 'output', fields: ['deployment_id'] },

  async run({ deployment_id }, ctx) {
    const now = await ctx.deployments.read(deployment_id);
    return {
      deployment_id: now.id,
      deployment_name: now.name,
      endpoint_url: now.endpointUrl,
      status: now.status,
      replicas: now.replicas,
      ready_replicas: now.readyReplicas,
      model_id: now.modelId,
      cluster_id: now.clusterId,
      error: now.error ?? null,
    };
  },
});
