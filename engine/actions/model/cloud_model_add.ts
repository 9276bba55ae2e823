import { z } from 'zod';
import { defineAction } from '../../action';
import { CLOUD_PROVIDER_NAMES, CLOUD_PROVIDERS } from '../../cloud-models';
import { line, seconds, url } from '../../fields';
import { READ_MODEL_STATUSES } from '../../models';

const LABELS = Object.fromEntries(CLOUD_PROVIDER_NAMES.map((name) => [name, CLOUD_PROVIDERS[name].title]));

/** Adds a model of a provider to the registry, after the provider has listed it. docs/models.md. */
export const cloudModelAdd = defineAction({
  type: 'cloud_model_add',
  title: 'Add cloud model',
  description: 'Add a model of a provider to the registry, after checking that the provider serves it.',
  icon: 'cloud_model_add',
  sentence: 'Add {model_id} of {provider}',
  category: 'model',
  aliases: ['add_cloud_model'],
  effect: 'write',
  idempotent: true,

  params: z.object({
    provider: z
      .enum(CLOUD_PROVIDER_NAMES)
      .meta({ labels: LABELS })
      .describe('Provider of the model. An OpenAI-compatible server needs base_url.'),
    model_id: z
      .string()
      .min(1)
      .max(200)
      .meta({ secrets: 'refused' })
      .describe('ID of the model, as the provider lists it.'),
    api_key: z
      .string()
      .min(1)
      .meta({ widget: 'secret', secrets: 'required' })
      .optional()
      .describe('API key. Use {{secrets.<name>}}: the model keeps the name of the secret, never its value.'),
    name: line()
      .pipe(z.string().min(1).max(200))
      .meta({ variant: 'added', secrets: 'refused' })
      .optional()
      .describe('Name in the list of models. Default: the ID of the model.'),
    base_url: url()
      .max(2000)
      .meta({ variant: 'added', secrets: 'refused' })
      .optional()
      .describe(
        'Base URL to which /models and /chat/completions are appended. Default: that of the provider.',
      ),
    timeout_seconds: seconds()
      .min(1)
      .default(30)
      .meta({ variant: 'added' })
      .describe('Timeout of the check. The step fails when it is exceeded.'),
  }),

  docs: {
    variants: { a: 'cloud_model_add' },
    examples: [
      {
        title: 'Model of a provider',
        step: {
          id: 'cloud',
          params: { provider: 'openai', model_id: 'gpt-4o-mini', api_key: '{{secrets.openai_key}}' },
        },
      },
      {
        title: 'Model of an OpenAI-compatible server',
        step: {
          id: 'cloud',
          params: {
            provider: 'openai_compatible',
            model_id: 'qwen2.5-0.5b',
            base_url: 'http://inference.internal:8000/v1',
          },
        },
      },
    ],
    failures: {
      invalid_params:
        'the provider does not list the model, api_key is not the value of one secret, or base_url is missing.',
      rejected: 'the provider refused the key, or the address is blocked.',
      connection_error: 'the provider was not reached or is busy.',
      timeout: 'the provider did not list its models in time.',
    },
    notes: [
      'The models of the provider are listed with the key; a model that is not in the list is refused.',
      'The registry stores the name of the secret. The value is read when the model is used.',
      'A step that runs again returns the same model_id.',
    ],
  },

  output: z.object({
    model_id: z.string().describe('ID of the model in the registry.'),
    model_name: z.string().describe('Name of the model.'),
    provider: z.string().describe('Provider of the model.'),
    status: z.enum(READ_MODEL_STATUSES).describe('Status of the model. wait_until reads the current one.'),
  }),
  current: { action: 'model_status', from: 'output', fields: ['model_id'] },

  async run({ provider, model_id, api_key, name, base_url, timeout_seconds }, ctx) {
    const model = await ctx.models.addCloud(
      {
        provider,
        model: model_id,
        metadata: {},
        ...(name === undefined ? {} : { name }),
        ...(base_url === undefined ? {} : { baseUrl: base_url }),
        ...(api_key === undefined ? {} : { apiKey: api_key }),
      },
      ctx.deadline(timeout_seconds),
    );
    return {
      model_id: model.id,
      model_name: model.name,
      provider: model.provider,
      status: 'available' as const,
    };
  },
});
