import type { z } from 'zod';
import type { addModelInput } from '@/lib/contracts/models';
import type { ServiceContext } from '../context';

/** Starts the download of a model, whose status shows the result. */
export async function addModel(
  { models }: Pick<ServiceContext, 'models'>,
  input: z.output<typeof addModelInput>,
): Promise<{ id: string }> {
  const { model_name: name, sha256, revision, token_secret: secret = null, metadata } = input;
  const id = await models.add({
    source: input.model_source,
    uri: input.model_uri,
    files: input.files,
    metadata,
    secret,
    maxWaitSeconds: input.max_wait_seconds,
    ...(name === undefined ? {} : { name }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(revision === undefined ? {} : { revision }),
  });
  return { id };
}
