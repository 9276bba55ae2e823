import { MAX_NAME_LENGTH } from '@/lib/contracts/pipelines';
import { copyLabels } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { createPipeline } from './create';
import { getPipeline } from './get';

/**
 * Copies the current version of a pipeline to a new one in the same folder with the same tags, without runs.
 * @throws NotFound
 */
export async function duplicatePipeline(ctx: ServiceContext, input: { id: string }) {
  const { name, text } = await getPipeline(ctx, input);
  const suffix = ' (copy)';
  const copyName = `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`;
  const copy = await createPipeline(ctx, { text, name: copyName });
  await copyLabels(ctx.sql, { from: input.id, to: copy.id });
  return copy;
}
