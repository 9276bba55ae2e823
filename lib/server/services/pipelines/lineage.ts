import { buildGraph } from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import type { ServiceContext } from '../context';
import { lineageRecord } from '../lineage-record';
import { doesNotExist } from '../not-found';

type Endpoint = typeof lineageEndpoints.ofPipeline;

/**
 * Where a value of a draft comes from, and what reads it.
 * @throws NotFound
 * @throws Invalid for a text that names no value
 */
export async function lineageOfDraft(
  ctx: ServiceContext,
  { id, value, direct }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const { descriptors } = ctx;
  const graph = buildGraph(current.definition.pipeline, descriptors);
  return lineageRecord({ value, direct, graph, descriptors }, null);
}
