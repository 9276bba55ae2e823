import type { Descriptors } from '../../catalogue';
import { type Failure, failureSchema } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { Pipeline } from '../../pipeline/schema';
import { writtenReferences } from '../../pipeline/written-references';
import type { Chunk, Payload, RunEventBody } from '../state/events';
import { isTerminal } from '../state/fold';
import { payloadValue } from '../state/payload';
import type { RunTrace } from '../state/run-trace';
import type { ChunkEnd, RunState, UnitState } from '../state/state';

/** Identifies a chunk within its run; stable across takeovers. */
export function chunkKey(step: string, attempt: number, chunk: number): string {
  return `${step}#${attempt}/${chunk}`;
}

/** From which length a loop is executed in chunks, and the size of a chunk. */
export interface ChunkSizes {
  /** Number of iterations up to which one run executes the loop itself. */
  readonly above: number;
  /** The same of a loop that may pause at its iterations: only the run that executes them can. @default DEBUGGED_ABOVE */
  readonly debuggedAbove?: number;
  /** Iterations of a chunk; more where there would be over `MAX_CHUNKS` chunks. */
  readonly size: number;
}

/** A chunk takes a few seconds; a loop of 100,000 iterations has 200 chunks. */
export const CHUNK_SIZES: ChunkSizes = { above: 1000, size: 500 };

/** One run executes as many iterations about as fast as chunks do: 10,000 took 2.6 s, and 3.1 s in chunks. */
export const DEBUGGED_ABOVE = 10_000;

/** Largest number of chunks of a loop: bounds the state of its run. */
export const MAX_CHUNKS = 1000;

/** A chunk as its runner creates it; the store adds the outcomes of the upstream steps. */
export interface NewChunk extends Omit<Chunk, 'outcomes'> {
  /** Unique within the run; stable across takeovers. */
  readonly key: string;
  /** The params of the run that it reads. */
  readonly run_params: JsonObject;
  /** Number of the newest command included in `signals`. Later commands are sent to the chunk as to the run. */
  readonly lastCommand: number;
  /** The trace of the run. */
  readonly trace?: RunTrace | undefined;
}

/** The results of a loop's iterations, chunk by chunk. */
export interface ChunkOutputs {
  readonly results: readonly Payload[];
  /** Lists of `{index, error}`. */
  readonly errors: readonly Payload[];
  readonly count: number;
  readonly failed: number;
}

/** Status of an idle chunk: ended, quarantined, or waiting only for a person. */
export type ChunkStatus = ChunkEnd | 'quarantined' | 'waiting';

/** Runs that execute chunks of loops. Every operation is idempotent. */
export interface ChunkPort {
  /** @default CHUNK_SIZES */
  readonly sizes?: ChunkSizes;
  /** Creates runs for these chunks. */
  begin(chunks: readonly NewChunk[]): Promise<void>;
  /** Reads the status of the idle chunks among these, by key. */
  readIdle(keys: readonly string[]): Promise<ReadonlyMap<string, ChunkStatus>>;
  /** Cancels the chunks among these that have not ended. */
  cancel(keys: readonly string[]): Promise<void>;
  /**
   * Pauses or resumes the chunks among these that have not ended. @param cause identifies the pause or resume of the
   * run
   */
  setPaused(keys: readonly string[], isPaused: boolean, cause: string): Promise<void>;
  /**
   * Joins the outputs into `{results, count, failed, errors?}`. @throws ActionError when that exceeds the limit of an
   * output
   */
  join(outputs: ChunkOutputs): Promise<Payload>;
}

/** The params that an action reads, by name; all of them where that cannot be determined. */
export function readParams(
  params: Readonly<Record<string, Json>>,
  written: { action: string; params: JsonObject },
  pipeline: Pipeline,
  descriptors: Descriptors,
): JsonObject {
  const [step] = pipeline.steps;
  if (!step) return { ...params };
  const names = new Set<string>();
  const made = { ...step, ...written, condition: undefined };
  for (const { reference } of writtenReferences(made, descriptors)) {
    if (reference.root !== 'params') continue;
    const [name] = reference.path;
    if (typeof name !== 'string') return { ...params };
    names.add(name);
  }
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)));
}

/** The pipeline as a chunk sees it: one step, without dependencies, dependents or a time limit of the run. */
export function chunkPipeline(pipeline: Pipeline, { step: id }: Chunk): Pipeline {
  const { timeout_seconds: _, ...settings } = pipeline.settings;
  const steps = pipeline.steps
    .filter((step) => step.id === id)
    .map((step) => ({ ...step, dependsOn: [], condition: undefined, params: {}, disabled: false }));
  return { ...pipeline, params: {}, steps, outputs: {}, settings };
}

/**
 * The failure of a chunk because of its iterations, as the step reports it; undefined when no iteration failed the
 * chunk.
 */
export function chunkFailure(loop: UnitState): Failure | undefined {
  const { iterations } = loop;
  if (!iterations?.stopOnFailure) return undefined;
  const first = [...iterations.units].filter(([, unit]) => hasFailed(unit)).sort(([a], [b]) => a - b)[0];
  if (!first) return undefined;
  const [index, unit] = first;
  // Its path points into the action's own parameters, not into those of this step.
  const { path: _, ...error } = errorOf(unit);
  return { ...error, message: `Iteration ${index + 1} of ${iterations.total} failed: ${error.message}` };
}

/** The last event of a run that is a chunk. Its outputs are for the parent run. */
export function chunkEnd(state: RunState, chunk: Chunk): RunEventBody {
  const loop = state.steps.get(chunk.step);
  const units = [...(loop?.iterations?.units ?? [])].sort(([a], [b]) => a - b);
  const ended = units.filter(([, { status }]) => isTerminal(status));
  const failed = ended.filter(([, unit]) => hasFailed(unit));
  const tally = { completed: { value: ended.length - failed.length }, failed: { value: failed.length } };
  if (state.cancelRequested) return { type: 'run_cancelled', outputs: tally };
  if (loop?.status !== 'completed') {
    const error = loop?.error ?? {
      kind: 'cancelled' as const,
      message: loop?.cancelReason ?? 'The loop was cancelled.',
    };
    const { ending } = state;
    const outputs = ending ? { ...tally, ending: { value: { ...ending.error } } } : tally;
    return { type: 'run_failed', error, step: chunk.step, outputs };
  }
  const results = units.map(([, unit]) =>
    unit.status === 'completed' && unit.output ? payloadValue(unit.output, state.loaded) : null,
  );
  const errors = failed.map(([index, unit]) => ({ index, error: { ...errorOf(unit) } }));
  const outputs = { ...tally, results: { value: results }, errors: { value: errors } };
  return { type: 'run_completed', outputs };
}

function hasFailed({ status }: UnitState): boolean {
  return status === 'failed' || status === 'cancelled';
}

function errorOf(unit: UnitState): Failure {
  return unit.error ?? { kind: 'cancelled', message: 'The iteration was cancelled.' };
}

const CHUNK_STATUS = {
  run_completed: 'completed',
  run_failed: 'failed',
  run_cancelled: 'cancelled',
} as const;

/** How a chunk ended, from its last event; undefined for any other event. */
export function readChunkEnd(event: RunEventBody): ChunkEnd | undefined {
  if (event.type !== 'run_completed' && event.type !== 'run_failed' && event.type !== 'run_cancelled') {
    return undefined;
  }
  const { outputs } = event;
  const count = (payload: Payload | undefined) =>
    payload && 'value' in payload && typeof payload.value === 'number' ? payload.value : 0;
  const ending = outputs.ending && failureSchema.parse(payloadValue(outputs.ending));
  return {
    status: CHUNK_STATUS[event.type],
    completed: count(outputs.completed),
    failed: count(outputs.failed),
    results: outputs.results,
    errors: outputs.errors,
    error: event.type === 'run_failed' ? event.error : undefined,
    ending,
  };
}
