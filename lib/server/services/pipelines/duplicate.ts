import { MAX_NAME_LENGTH } from '@/lib/contracts/pipelines';
import type { ServiceContext } from '../context';
import { createPipeline } from './create';
import { getPipeline } from './get';

/**
 * Copies the current version of a pipeline to a new one, without runs.
 * @throws NotFound
 */
export async function duplicatePipeline(ctx: ServiceContext, input: { id: string }) {
  const { name, text } = await getPipeline(ctx, input);
  const suffix = ' (copy)';
  return createPipeline(ctx, { text, name: `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}` });
}
