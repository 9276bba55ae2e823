import type { Payload } from '../state/events';
import type { ChunkEnd, ChunksState } from '../state/state';

/** What this runner knows of a chunked loop besides the journal. */
export interface LoopWork {
  isBusy: boolean;
  /** News arrived while busy. */
  again: boolean;
  readonly begun: Set<number>;
  readonly ends: Map<number, ChunkEnd>;
  /** Those that were seen waiting for a person; undefined before the first look. */
  waiting: ReadonlySet<number> | undefined;
  output: Payload | undefined;
}

/** The work of a loop that nothing is known of yet. */
export function newLoopWork(): LoopWork {
  return {
    isBusy: false,
    again: false,
    begun: new Set(),
    ends: new Map(),
    waiting: undefined,
    output: undefined,
  };
}

/** The open chunks that this runner has not begun, with the iterations that each may execute concurrently. */
export function chunksToBegin(
  { begun }: LoopWork,
  { open }: ChunksState,
): [chunk: number, parallel: number][] {
  return [...open].filter(([chunk]) => !begun.has(chunk));
}
