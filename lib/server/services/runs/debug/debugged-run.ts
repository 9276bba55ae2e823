import { buildGraph, foldEvents, type Graph, type RunState, withInputs } from '@/engine';
import { loadEvents } from '../../../store/load';
import type { ServiceContext } from '../../context';
import { Conflict } from '../../errors';
import { noVersion } from '../../pipelines/restore-version';
import { getRun } from '../get';

/** A run with its state and the graph that it executes. */
export interface DebuggedRun {
  readonly id: string;
  readonly state: RunState;
  readonly graph: Graph;
}

/** Reads a run and what it executes. @throws NotFound */
export async function debuggedRun(ctx: ServiceContext, id: string): Promise<DebuggedRun> {
  const run = await getRun(ctx, { id });
  const state = foldEvents(await loadEvents(ctx.sql, id));
  const definition = await ctx.definitions.find(run.pipelineId, run.version);
  if (!definition) throw noVersion(run.pipelineId, run.version);
  const pipeline = withInputs(definition.pipeline, state.rerun?.inputs);
  return { id, state, graph: buildGraph(pipeline, ctx.descriptors) };
}

/** Refuses a run that has ended. @throws Conflict */
export function requireActive({ state }: DebuggedRun, refusal: string): void {
  if (state.finishedAt === undefined) return;
  throw new Conflict(`The run has ended (${state.status}): ${refusal}.`, {
    details: { status: state.status },
  });
}
