import { buildGraph } from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import type { ServiceContext } from '../context';
import { lineageRecord } from '../lineage-record';
import { storedRun } from './diff';
import { getRun } from './get';

type Endpoint = typeof lineageEndpoints.ofRun;

/**
 * Where a value of a run comes from, and what reads it. Reads no large value.
 * @throws NotFound
 * @throws Invalid for a text that names no value
 */
export async function lineageOfRun(
  ctx: ServiceContext,
  { id, value, direct }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const { detail, definition, state } = await storedRun(ctx, await getRun(ctx, { id }));
  const { descriptors } = ctx;
  const graph = buildGraph(definition.pipeline, descriptors);
  return lineageRecord(
    { value, direct, graph, descriptors, state },
    { id: detail.id, number: detail.number },
  );
}
