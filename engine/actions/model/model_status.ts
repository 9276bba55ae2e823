import { z } from 'zod';
import { defineAction } from '../../action';
import { READ_MODEL_STATUSES } from '../../models';

/** Reads a model as it is now. docs/models.md. */
export const modelStatus = defineAction({
  type: 'model_status',
  title: 'Model status',
  description: 'Read the current status and size of a model.',
  icon: 'model_status',
  sentence: 'Read model {model_id}',
  category: 'model',
  aliases: ['model_get', 'get_model'],
  effect: 'read',
  idempotent: true,

  params: z.object({
    model_id: z.string().min(1).max(200).meta({ widget: 'model' }).describe('Model to read.'),
  }),

  docs: {
    variants: {},
    examples: [{ title: 'Read a model', step: { id: 'now', params: { model_id: '{{params.model_id}}' } } }],
    failures: { invalid_params: 'the model does not exist.' },
    notes: ['A model that was deleted is found by its ID, with the status deleted.'],
  },

  output: z.object({
    model_id: z.string().describe('ID of the model.'),
    model_name: z.string().nullable().describe('Name of the model; null when it was deleted.'),
    status: z.enum(READ_MODEL_STATUSES).describe('Current status of the model.'),
    size_bytes: z.int().describe('Size of its files, in bytes; 0 until the source states it.'),
    error: z.string().nullable().describe('Why the model could not be added.'),
  }),
  current: { action: 'model_status', from: 'output', fields: ['model_id'] },

  async run({ model_id }, ctx) {
    const { id, name, status, sizeBytes, error } = await ctx.models.read(model_id);
    return {
      model_id: id,
      model_name: name ?? null,
      status,
      size_bytes: sizeBytes,
      error: error ?? null,
    };
  },
});
