import type { Payload } from '../state/events';
import type { ChunkEnd, ChunksState } from '../state/state';

/** What this runner knows about a chunked loop beyond the journal. */
export interface LoopWork {
  isBusy: boolean;
  /** Whether the loop must be checked again, because it was notified while busy. */
  again: boolean;
  readonly begun: Set<number>;
  readonly ends: Map<number, ChunkEnd>;
  /** Chunks that waited for a person at the last check; undefined before the first check. */
  waiting: ReadonlySet<number> | undefined;
  output: Payload | undefined;
}

/** The initial value: nothing begun, nothing read. */
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
