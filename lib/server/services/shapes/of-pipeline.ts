import { observeShape } from '@/engine';
import type { OutputSamples, OutputSamplesInput } from '@/lib/contracts/samples';
import type { PipelineShapes, PipelineShapesInput } from '@/lib/contracts/shapes';
import { Lru } from '../../lru';
import { shorten } from '../../shorten';
import { newestRuns, newestSkips, type RunHead, runHeadOf } from '../../store/outputs';
import { findHead } from '../../store/pipeline-head';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { doesNotExist } from '../not-found';
import { MAX_STEPS, type ReadOutput, readOutputs, readPins, withinLimit } from './read-outputs';

/** Newest runs that are read. */
const RUNS = 5;
/** Pipelines whose shapes are cached. */
const MAX_KEPT = 50;

type Context = Pick<ServiceContext, 'sql'>;

/** Creates the use cases of observed outputs, with their caches. */
export function createShapes(ctx: Context) {
  const shapes = newestOf(ctx, async (runs): Promise<PipelineShapes> => {
    const [outputs, skipped] = await Promise.all([readOutputs(ctx, runs), skipsOf(ctx, runs)]);
    return { outputs: withinLimit(outputs.map(shapeOf)), skipped };
  });
  const samples = newestOf(
    ctx,
    async (runs): Promise<OutputSamples> => withinLimit((await readOutputs(ctx, runs)).map(sampleOf)),
  );
  return {
    /**
     * Shapes of outputs in the newest runs, by step, and skipped steps. Computed again when one of these runs has new events.
     * @throws NotFound
     */
    ofPipeline: ({ pipelineId }: PipelineShapesInput): Promise<PipelineShapes> => shapes(pipelineId),
    /** Outputs in a run, in the newest runs or of pins, shortened, by step; secrets are masked. @throws NotFound */
    samples({ pipelineId, run, source }: OutputSamplesInput): Promise<OutputSamples> {
      if (source === 'pins') return samplesOfPins(ctx, pipelineId);
      return run === undefined ? samples(pipelineId) : samplesOfRun(ctx, pipelineId, run);
    },
  };
}

async function samplesOfPins(ctx: Context, pipelineId: string): Promise<OutputSamples> {
  const pins = await readPins(ctx, pipelineId);
  if (pins.length === 0) await mustExist(ctx, pipelineId);
  return withinLimit(pins.map(sampleOf));
}

async function samplesOfRun(ctx: Context, pipelineId: string, run: string): Promise<OutputSamples> {
  const head = await runHeadOf(ctx.sql, pipelineId, run);
  if (!head)
    throw new NotFound(
      `The pipeline ${pipelineId} has no run ${run}. It may have been deleted: choose another run.`,
    );
  return withinLimit((await readOutputs(ctx, [head])).map(sampleOf));
}

/** Computes something of the newest runs of a pipeline, again only after new events of these runs. */
function newestOf<T extends object>(ctx: Context, compute: (runs: readonly RunHead[]) => Promise<T>) {
  const kept = new Lru<{ readonly state: string; readonly found: T }>({ maxWeight: MAX_KEPT });
  return async (pipelineId: string): Promise<T> => {
    const runs = await newestRuns(ctx.sql, pipelineId, RUNS);
    if (runs.length === 0) await mustExist(ctx, pipelineId);
    const state = stateOf(runs);
    const known = kept.get(pipelineId);
    if (known?.state === state) return known.found;
    const found = await compute(runs);
    kept.set(pipelineId, { state, found });
    return found;
  };
}

function skipsOf(ctx: Context, runs: readonly RunHead[]): Promise<Record<string, number>> {
  const ids = runs.map(({ id }) => id);
  return newestSkips(ctx.sql, ids, MAX_STEPS);
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

function sampleOf({ step, run, value }: ReadOutput<number | null>) {
  return [step, { run, ...shorten(value) }] as const;
}
