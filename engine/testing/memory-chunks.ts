import type { Catalogue } from '../catalogue';
import type { Json } from '../json';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument } from '../pipeline/schema';
import type { World } from '../ports';
import { type ChunkPort, type ChunkSizes, type NewChunk, readChunkEnd } from '../run/chunks/chunks';
import { Runner } from '../run/runner';
import type { Chunk, RunEvent } from '../run/state/events';
import { foldEvents, isTerminal } from '../run/state/fold';
import { payloadValue } from '../run/state/payload';
import type { ChunkEnd, RunState } from '../run/state/state';
import type { MemoryClock } from './fakes';
import { type MemoryJournal, memoryJournal } from './run-pipeline';

/** Chunks of loops in memory, each a run with its own journal. */
export interface MemoryChunks extends ChunkPort {
  /** By key, in the order of requests. */
  readonly journals: ReadonlyMap<string, MemoryJournal>;
  /** Highest number of concurrent chunks. */
  readonly most: number;
  /** Number of calls of the port. */
  readonly operations: number;
}

/** A port that runs chunks immediately, with the ports and the clock of their parent run. */
export function memoryChunks(options: {
  readonly document: PipelineDocument;
  readonly catalogue: Catalogue;
  readonly clock: MemoryClock;
  readonly world: World;
  readonly sizes: ChunkSizes;
  /** The state of the parent run. */
  readonly parent: () => RunState;
  /** Called when a chunk has ended. */
  readonly ended: () => void;
}): MemoryChunks {
  const { catalogue, clock, world } = options;
  const journals = new Map<string, MemoryJournal>();
  const runners = new Map<string, Runner>();
  const counts = { open: 0, most: 0, operations: 0 };

  function begin(chunk: NewChunk): void {
    if (journals.has(chunk.key)) return;
    const journal = memoryJournal([chunkCreated(chunk, options.parent(), clock)]);
    journals.set(chunk.key, journal);
    const runner = new Runner({
      pipeline: normalize(options.document, catalogue.descriptors),
      catalogue,
      state: foldEvents(journal.events),
      journal,
      clock,
      world,
    });
    runners.set(chunk.key, runner);
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    void runner.run().then(() => {
      counts.open -= 1;
      options.ended();
    });
  }

  return {
    sizes: options.sizes,
    journals,
    get most() {
      return counts.most;
    },
    get operations() {
      return counts.operations;
    },
    async begin(chunks) {
      counts.operations += 1;
      for (const chunk of chunks) begin(chunk);
    },
    async readIdle(keys) {
      counts.operations += 1;
      const ends = new Map<string, ChunkEnd>();
      for (const key of keys) {
        const last = journals.get(key)?.events.at(-1);
        const end = last && readChunkEnd(last);
        if (end) ends.set(key, end);
      }
      return ends;
    },
    async cancel(keys) {
      counts.operations += 1;
      for (const key of keys) runners.get(key)?.cancel();
    },
    async setPaused(keys, isHeld) {
      counts.operations += 1;
      for (const key of keys) {
        if (isHeld) runners.get(key)?.pause();
        else runners.get(key)?.resume();
      }
    },
    async join({ results, errors, count, failed }) {
      counts.operations += 1;
      const list = (payloads: typeof results): Json[] => payloads.flatMap((each) => payloadValue(each));
      const output = { results: list(results), count, failed };
      return { value: failed === 0 ? output : { ...output, errors: list(errors) } };
    },
  };
}

function chunkCreated(
  { key, run_params: params, lastCommand: _, trace, ...chunk }: NewChunk,
  parent: RunState,
  clock: MemoryClock,
): RunEvent {
  const outcomes: Chunk['outcomes'] = {};
  for (const step of chunk.upstream) {
    const { status, output, error } = parent.steps.get(step) ?? {};
    if (status === undefined || !isTerminal(status)) continue;
    outcomes[step] = {
      status: status as Chunk['outcomes'][string]['status'],
      ...(output && { output }),
      ...(error && { error }),
    };
  }
  return {
    seq: 1,
    at: clock.now().toISOString(),
    type: 'run_created',
    run_id: `${chunk.of} ${key}`,
    pipeline_id: parent.pipelineId,
    version: parent.version,
    params,
    chunk: { ...chunk, outcomes },
    ...(trace && { trace }),
  };
}
