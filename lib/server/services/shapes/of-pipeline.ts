import { type ObservedOutputs, observeShape } from '@/engine';
import type { OutputSamples } from '@/lib/contracts/samples';
import type { PipelineShapesInput } from '@/lib/contracts/shapes';
import { Lru } from '../../lru';
import { shorten } from '../../shorten';
import { newestRuns, type RunHead } from '../../store/outputs';
import { findHead } from '../../store/pipeline-head';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { type ReadOutput, readOutputs, withinLimit } from './read-outputs';

/** Newest runs that are read. */
const RUNS = 5;
/** Pipelines whose shapes are cached. */
const MAX_KEPT = 50;

type Context = Pick<ServiceContext, 'sql'>;

/** Creates the use cases of observed outputs, with their caches. */
export function createShapes(ctx: Context) {
  const shapes = newestOf(ctx, (outputs): ObservedOutputs => withinLimit(outputs.map(shapeOf)));
  const samples = newestOf(ctx, (outputs): OutputSamples => withinLimit(outputs.map(sampleOf)));
  return {
    /**
     * Shapes of outputs in the newest runs, by step. Computed again when one of these runs has new events.
     * @throws NotFound
     */
    ofPipeline: ({ pipelineId }: PipelineShapesInput): Promise<ObservedOutputs> => shapes(pipelineId),
    /** Values of outputs in the newest runs, shortened, by step; secrets are masked. @throws NotFound */
    samples: ({ pipelineId }: PipelineShapesInput): Promise<OutputSamples> => samples(pipelineId),
  };
}

/** Computes something of the newest outputs of a pipeline, again only after new events of these runs. */
function newestOf<T extends object>(ctx: Context, compute: (outputs: readonly ReadOutput[]) => T) {
  const kept = new Lru<{ readonly state: string; readonly found: T }>({ maxWeight: MAX_KEPT });
  return async (pipelineId: string): Promise<T> => {
    const runs = await newestRuns(ctx.sql, pipelineId, RUNS);
    if (runs.length === 0) await mustExist(ctx, pipelineId);
    const state = stateOf(runs);
    const known = kept.get(pipelineId);
    if (known?.state === state) return known.found;
    const found = compute(runs.length === 0 ? [] : await readOutputs(ctx, runs));
    kept.set(pipelineId, { state, found });
    return found;
  };
}

function stateOf(runs: readonly RunHead[]): string {
  return runs.map(({ id, lastSeq }) => `${id}:${lastSeq}`).join(' ');
}

async function mustExist(ctx: Context, pipelineId: string): Promise<void> {
  if ((await findHead(ctx.sql, pipelineId)) === undefined) throw doesNotExist('pipeline', pipelineId);
}

function shapeOf({ step, run, value }: ReadOutput) {
  return [step, { run, shape: observeShape(value) }] as const;
}

function sampleOf({ step, run, value }: ReadOutput) {
  return [step, { run, ...shorten(value) }] as const;
}
