import type { z } from 'zod';
import { ActionError } from '@/engine';
import type { addCloudModelInput } from '@/lib/contracts/models';
import type { ServiceContext } from '../context';
import { Invalid, Unavailable, Unprocessable } from '../errors';

/** Adds a model of a provider, after the provider has listed it. @throws Invalid @throws Unprocessable @throws Unavailable */
export async function addCloudModel(
  { models }: Pick<ServiceContext, 'models'>,
  input: z.output<typeof addCloudModelInput>,
): Promise<{ id: string }> {
  const { provider, model_id: model, model_name: name, base_url: baseUrl, api_key_secret: secret } = input;
  const added = models.addCloud({
    provider,
    model,
    metadata: input.metadata,
    secret,
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  const { id } = await added.catch((error: unknown) => {
    throw refusalOf(error);
  });
  return { id };
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ActionError)) return error;
  const options = { cause: error };
  if (error.kind === 'invalid_params') return new Invalid(error.message, options);
  if (error.kind === 'rejected') return new Unprocessable(error.message, options);
  return new Unavailable(error.message, options);
}
