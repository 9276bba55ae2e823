import { z } from 'zod';
import { defineAction } from '../../action';
import { seconds } from '../../fields';
import { deploymentId } from './deployment_id';

/** Deletes a deployment and waits until nothing of it is left. docs/deployments.md. */
export const deploymentDelete = defineAction({
  type: 'deployment_delete',
  title: 'Delete deployment',
  description: 'Delete a deployment and free its resources.',
  icon: 'deployment_delete',
  sentence: 'Delete deployment {deployment_id}',
  category: 'deployment',
  aliases: ['delete_deployment'],
  effect: 'destructive',
  idempotent: true,

  params: z.object({
    deployment_id: deploymentId().describe('ID or name of the deployment.'),
    max_wait_seconds: seconds()
      .min(1)
      .default(300)
      .meta({ variant: 'added' })
      .describe(
        'Timeout for its replicas to stop. The step fails when it is exceeded; the deletion continues.',
      ),
  }),

  docs: {
    variants: { a: 'deployment_delete' },
    examples: [
      {
        title: 'Delete a deployment by its name',
        step: { id: 'remove', params: { deployment_id: 'support' } },
      },
    ],
    failures: {
      invalid_params: 'the deployment does not exist.',
      timeout: 'its replicas have not ended within max_wait_seconds. The deletion continues.',
    },
    notes: [
      'Requests in flight end first, for up to 30 s. The model stays.',
      'A step that runs again finds that its deployment is deleted.',
    ],
  },

  output: z.object({
    deployment_id: z.string().describe('ID of the deleted deployment.'),
    deleted: z.boolean().describe('true when the deployment and its replicas are deleted.'),
  }),

  async run({ deployment_id, max_wait_seconds }, ctx) {
    const { id } = await ctx.deployments.delete(deployment_id, ctx.deadline(max_wait_seconds));
    return { deployment_id: id, deleted: true };
  },
});
