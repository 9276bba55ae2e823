import { type Json, type ObservedOutputs, observeShape, type Payload } from '@/engine';
import type { PipelineShapesInput } from '@/lib/contracts/shapes';
import { Lru } from '../../lru';
import { newestOutputs, newestRuns, type RunHead, type StepOutput, smallPayloads } from '../../store/outputs';
import { findHead } from '../../store/pipeline-head';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** Newest runs that are read. */
const RUNS = 5;
/** Limit of steps. */
const MAX_STEPS = 500;
/** Outputs larger than this are not read. */
const PAYLOADS = { maxBytes: 1024 * 1024, totalBytes: 8 * 1024 * 1024 };
/** Longest result, in characters of JSON. */
const MAX_ANSWER = 200 * 1024;
/** Pipelines whose shapes are cached. */
const MAX_KEPT = 50;

type Context = Pick<ServiceContext, 'sql'>;

/** Creates the use cases of observed shapes, with their cache. */
export function createShapes(ctx: Context) {
  const kept = new Lru<{ readonly state: string; readonly shapes: ObservedOutputs }>({ maxWeight: MAX_KEPT });
  return {
    /**
     * Shapes of outputs in the newest runs, by step. Computed again when one of these runs has new events.
     * @throws NotFound
     */
    async ofPipeline({ pipelineId }: PipelineShapesInput): Promise<ObservedOutputs> {
      const runs = await newestRuns(ctx.sql, pipelineId, RUNS);
      if (runs.length === 0) return nothingOf(ctx, pipelineId);
      const state = runs.map(({ id, lastSeq }) => `${id}:${lastSeq}`).join(' ');
      const known = kept.get(pipelineId);
      if (known?.state === state) return known.shapes;
      const shapes = await readShapes(ctx, runs);
      kept.set(pipelineId, { state, shapes });
      return shapes;
    },
  };
}

async function nothingOf(ctx: Context, pipelineId: string): Promise<ObservedOutputs> {
  if ((await findHead(ctx.sql, pipelineId)) !== undefined) return {};
  throw doesNotExist('pipeline', pipelineId);
}

async function readShapes(ctx: Context, runs: readonly RunHead[]): Promise<ObservedOutputs> {
  const runIds = runs.map((run) => run.id);
  const outputs = await newestOutputs(ctx.sql, runIds, MAX_STEPS);
  const refs = outputs.flatMap(({ output }) => ('ref' in output ? [output.ref] : []));
  const values = await smallPayloads(ctx.sql, [...new Set(refs)], PAYLOADS);
  return withinLimit(outputs.flatMap((each) => shapeOf(each, (ref) => values.get(ref))));
}

type Stored = (ref: string) => Json | undefined;
type Entry = readonly [step: string, observed: ObservedOutputs[string]];

function shapeOf({ step, run, output }: StepOutput, stored: Stored): Entry[] {
  const value = outputValue(output, stored);
  return value === undefined ? [] : [[step, { run, shape: observeShape(value) }]];
}

function outputValue(output: Payload, stored: Stored): Json | undefined {
  return 'value' in output ? output.value : stored(output.ref);
}

/** As many shapes as the limit allows, those of the newest run first. */
function withinLimit(entries: readonly Entry[]): ObservedOutputs {
  let left = MAX_ANSWER;
  const kept = entries.filter((entry) => {
    const size = JSON.stringify(entry).length;
    if (size > left) return false;
    left -= size;
    return true;
  });
  return Object.fromEntries(kept);
}
