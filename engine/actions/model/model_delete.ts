import { z } from 'zod';
import { defineAction } from '../../action';

/** Deletes a model from the registry, with the files that no other model uses. docs/models.md. */
export const modelDelete = defineAction({
  type: 'model_delete',
  title: 'Delete model',
  description: 'Delete a model and the files that no other model uses.',
  icon: 'model_delete',
  sentence: 'Delete model {model_id}',
  category: 'model',
  aliases: ['delete_model'],
  effect: 'destructive',
  idempotent: true,

  params: z.object({
    model_id: z.string().min(1).max(200).meta({ widget: 'model' }).describe('Model to delete.'),
    force: z
      .boolean()
      .meta({ variant: 'added' })
      .default(false)
      .describe(
        'Delete the model even while it is downloading, which cancels the download, or while a deployment uses it.',
      ),
  }),

  docs: {
    variants: { a: 'model_delete' },
    examples: [
      {
        title: 'Delete a model that an earlier step added',
        step: { id: 'remove', params: { model_id: '{{params.model_id}}' } },
      },
    ],
    failures: {
      invalid_params: 'the model does not exist.',
      rejected: 'the model is downloading or a deployment uses it, and force is false.',
    },
    notes: ['A step that runs again returns what the first attempt freed.'],
  },

  output: z.object({
    model_id: z.string().describe('ID of the deleted model.'),
    deleted: z.boolean().describe('true when the model was deleted.'),
    freed_bytes: z.int().describe('Freed disk space, in bytes. Files that other models use are kept.'),
  }),

  async run({ model_id, force }, ctx) {
    const { id, freedBytes } = await ctx.models.delete(model_id, force);
    return { model_id: id, deleted: true, freed_bytes: freedBytes };
  },
});
