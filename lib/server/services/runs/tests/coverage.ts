import { buildGraph, type Coverage, coverageOf, foldEvents, type Taken, takenIn } from '@/engine';
import type { CoverageInput, CoverageRecord } from '@/lib/contracts/pipeline-tests';
import { loadEvents } from '../../../store/load';
import { newestRuns } from '../../../store/outputs';
import type { ServiceContext } from '../../context';
import { doesNotExist } from '../../not-found';
import type { Testing } from './kept-run';
import { resultsOfTests } from './run-tests';

/** How often the tests or the newest runs of a pipeline took each edge and branch of its draft. @throws NotFound */
export async function coverageOfPipeline(
  ctx: ServiceContext,
  testing: Testing,
  { id, by, last }: CoverageInput,
): Promise<CoverageRecord> {
  if (by === 'tests') {
    const results = await resultsOfTests(ctx, testing, { id });
    return recordOf(coverageOf(results.map(({ result }) => result.taken)));
  }
  const current = await ctx.definitions.current(id);
  if (!current) throw doesNotExist('pipeline', id);
  const graph = buildGraph(current.definition.pipeline, ctx.descriptors);
  const taken: Taken[] = [];
  for (const run of await newestRuns(ctx.sql, id, last)) {
    const state = foldEvents(await loadEvents(ctx.sql, run.id));
    // A try executes only what a person chose.
    if (state.rerun?.is_try !== true) taken.push(takenIn(graph, state));
  }
  return recordOf(coverageOf(taken));
}

function recordOf({ of, edges, branches, steps }: Coverage): CoverageRecord {
  return { of, edges: { ...edges }, branches: { ...branches }, steps: { ...steps } };
}
