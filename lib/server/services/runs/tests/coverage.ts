import { buildGraph, type Coverage, coverageOf, type Taken, takenIn } from '@/engine';
import type { CoverageInput, CoverageRecord } from '@/lib/contracts/pipeline-tests';
import { newestWithoutTries, stepPassages } from '../../../store/step-passages';
import type { ServiceContext } from '../../context';
import { doesNotExist } from '../../not-found';
import type { Testing } from './kept-run';
import { resultsOfTests } from './run-tests';

/** Runs that are read with one statement. */
const BATCH = 100;

/** Longest time in which runs are read, in ms: after it, those that were read are counted. */
const MAX_MS = 10_000;

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
  const ids = await newestWithoutTries(ctx.sql, id, last);
  const deadline = AbortSignal.timeout(MAX_MS);
  const taken: Taken[] = [];
  for (let from = 0; from < ids.length && !deadline.aborted; from += BATCH) {
    const passages = await stepPassages(ctx.sql, ids.slice(from, from + BATCH));
    taken.push(...passages.map((steps) => takenIn(graph, { steps })));
  }
  return recordOf(coverageOf(taken));
}

function recordOf({ of, edges, branches, steps }: Coverage): CoverageRecord {
  return { of, edges: { ...edges }, branches: { ...branches }, steps: { ...steps } };
}
