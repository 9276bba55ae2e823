import { z } from 'zod';
import { defineAction } from '../../action';
import { DEFAULT_DEPLOY_SECONDS, replicasSchema } from '../../deployments';
import { seconds } from '../../fields';
import { deploymentId } from './deployment_id';

/** Changes the number of replicas of a deployment and waits for it. docs/deployments.md. */
export const deploymentScale = defineAction({
  type: 'deployment_scale',
  title: 'Scale deployment',
  description: 'Change the number of replicas of a deployment.',
  icon: 'deployment_scale',
  sentence: 'Scale {deployment_id} to {replicas} replicas',
  category: 'deployment',
  aliases: ['scale_deployment', 'deployment_autoscale'],
  spellings: { target_replicas: 'replicas' },
  effect: 'write',
  idempotent: true,

  params: z.object({
    deployment_id: deploymentId().describe('ID or name of the deployment.'),
    replicas: replicasSchema.describe('Number of replicas. 0 stops the deployment and keeps its endpoint.'),
    timeout_seconds: seconds()
      .min(1)
      .default(DEFAULT_DEPLOY_SECONDS)
      .meta({ variant: 'added' })
      .describe('Timeout for that many replicas to become ready. The step fails when it is exceeded.'),
  }),

  docs: {
    variants: { a: 'deployment_scale' },
    examples: [
      { title: 'Four replicas', step: { id: 'scale', params: { deployment_id: 'support', replicas: 4 } } },
      {
        title: 'Stop a deployment',
        step: { id: 'stop', params: { deployment_id: '{{params.deployment_id}}', replicas: 0 } },
      },
    ],
    failures: {
      timeout: 'not all replicas are ready within timeout_seconds.',
      invalid_params: 'the deployment does not exist.',
      rejected:
        'the cluster has too little capacity, the deployment failed or is being deleted, or it was scaled to another number meanwhile.',
    },
    notes: [
      'Replicas that are removed finish their requests first, for up to 30 s.',
      'Scaling switches off the autoscaling of the deployment.',
      'A step that runs again returns the number of replicas before its first attempt.',
    ],
  },

  output: z.object({
    previous_replicas: z.int().describe('Number of ready replicas before.'),
    current_replicas: z.int().describe('Number of ready replicas now.'),
  }),

  async run({ deployment_id, replicas, timeout_seconds }, ctx) {
    const scaled = await ctx.deployments.scale(deployment_id, replicas, ctx.deadline(timeout_seconds));
    return { previous_replicas: scaled.previousReplicas, current_replicas: scaled.currentReplicas };
  },
});
