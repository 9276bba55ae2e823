import type { Sql } from 'postgres';
import { CHUNK_SIZES, type Chunk, type ChunkPort, type ChunkSizes } from '@/engine';
import { addCommand } from '../commands/add-command';
import { retrying } from '../retry';
import { cancelChunks } from './cancel-chunks';
import { chunkRunId } from './chunk-run-id';
import { type ChunkTarget, insertChunk } from './insert-chunk';
import { joinOutputs } from './join-outputs';
import { readIdleChunks } from './read-idle-chunks';
import { readOutcomes } from './read-outcomes';

export interface ChunkStoreOptions extends ChunkTarget {
  readonly sizes: ChunkSizes | undefined;
}

/** Stores chunks of a run's loops as runs, which any free worker can claim. */
export function chunkStore(options: ChunkStoreOptions): ChunkPort {
  const { sql, claim } = options;
  const outcomes = new Map<string, Promise<Chunk['outcomes']>>();
  /** The steps before a loop ended before the loop began, so their outcomes are read once. */
  const outcomesOf = (upstream: readonly string[]) => {
    const key = JSON.stringify(upstream);
    const known = outcomes.get(key);
    if (known) return known;
    const read = readOutcomes(sql, claim.runId, upstream);
    outcomes.set(key, read);
    // A later attempt reads them again.
    read.catch(() => outcomes.delete(key));
    return read;
  };
  return {
    sizes: options.sizes ?? CHUNK_SIZES,
    async begin(chunks) {
      for (const chunk of chunks) await insertChunk(options, chunk, await outcomesOf(chunk.upstream));
    },
    readIdle: (keys) => readIdleChunks(sql, claim.runId, keys),
    cancel: (keys) => retrying(() => cancelChunks(sql, claim.runId, keys)),
    setPaused: (keys, isPaused, cause) => setChunksPaused(sql, claim.runId, keys, { isPaused, cause }),
    join: (outputs) => joinOutputs(options, claim.runId, outputs),
  };
}

async function setChunksPaused(
  sql: Sql,
  runId: string,
  keys: readonly string[],
  { isPaused, cause }: { isPaused: boolean; cause: string },
): Promise<void> {
  const kind = isPaused ? ('pause' as const) : ('resume' as const);
  for (const key of keys) {
    const id = chunkRunId(runId, key);
    await addCommand(sql, { id: `${id} ${kind} ${cause}`, runId: id, command: { kind } });
  }
}
