import type { z } from 'zod';
import { buildGraph, worstCaseOf } from '@/engine';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { inMs, worstCaseRecord } from '../worst-case-record';
import { noVersion } from './restore-version';

type Endpoint = typeof pipelineEndpoints.worstCase;
type Input = z.output<Endpoint['input']>;

/** The longest time that a run of a draft or a version can take. @throws NotFound */
export async function worstCaseOfPipeline(ctx: ServiceContext, input: Input): Promise<AnswerOf<Endpoint>> {
  const { version, definition } = await chosenDefinition(ctx, input);
  const worst = worstCaseOf(buildGraph(definition.pipeline, ctx.descriptors), ctx.descriptors);
  return {
    version,
    ...worstCaseRecord(worst),
    pathMs: inMs(worst.seconds),
    steps: worst.steps.map(({ step, seconds, startsAfter, isOnPath }) => ({
      ...{ step, isOnPath, worstMs: inMs(seconds), startsAfterMs: inMs(startsAfter) },
    })),
  };
}

async function chosenDefinition(ctx: ServiceContext, { id, version }: Input) {
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const { definition, edited } = current;
  if (version === undefined) return { definition, version: edited ? null : definition.version };
  const found = await ctx.definitions.find(id, version);
  if (!found) throw noVersion(id, version);
  return { definition: found, version };
}
