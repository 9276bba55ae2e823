import type { Chunk, Payload, RunEvent } from './events';
import { PENDING_UNIT } from './pending-unit';
import type { ChunkEnd, ChunksState, UnitState } from './state';
import { UnitMap } from './unit-map';

/** Largest number of active chunks of one loop: enough for several workers, few enough to be cancelled quickly. */
export const MAX_OPEN_CHUNKS = 8;

/** A chunked loop before its first chunk begins. */
export function planChunks(event: Extract<RunEvent, { type: 'chunks_planned' }>): ChunksState {
  const { action, params, items, total, size, parallel } = event;
  const open = new Map(
    shares(parallel, Math.min(items.length, MAX_OPEN_CHUNKS)).map((share, chunk) => [chunk, share]),
  );
  const stopOnFailure = event.stop_on_failure;
  const waiting = new Set<number>();
  const none = { ended: new Map<number, ChunkEnd>(), open, waiting, completed: 0, failed: 0 };
  return { action, params, items, total, size, parallel, stopOnFailure, ...none };
}

/** Divides `parallel` iterations among at most `chunkCount` chunks, at least one each. */
function shares(parallel: number, chunkCount: number): number[] {
  const count = Math.min(parallel, chunkCount);
  return Array.from({ length: count }, (_, chunk) => Math.floor((parallel + count - 1 - chunk) / count));
}

/** A chunk has ended: the next one takes its place. */
export function applyChunkEnd(
  chunks: ChunksState,
  event: Extract<RunEvent, { type: 'chunk_ended' }>,
): ChunksState {
  const share = chunks.open.get(event.chunk);
  if (share === undefined) return chunks;
  const ended = ownMap(chunks.ended);
  const open = ownMap(chunks.open);
  const { status, results, errors, error, ending } = event;
  const next = ended.size + open.size;
  ended.set(event.chunk, { status, ...counts(event), results, errors, error, ending });
  open.delete(event.chunk);
  if (next < chunks.items.length) open.set(next, share);
  return {
    ...chunks,
    waiting: without(chunks.waiting, event.chunk),
    completed: chunks.completed + event.completed,
    failed: chunks.failed + event.failed,
  };
}

/** A chunk begins or stops waiting for a person. */
export function applyChunkWait(
  chunks: ChunksState,
  { chunk, waits }: Extract<RunEvent, { type: 'chunk_waiting' }>,
): ChunksState {
  if (!chunks.open.has(chunk)) return chunks;
  const others = without(chunks.waiting, chunk);
  return { ...chunks, waiting: waits ? new Set([...others, chunk]) : others };
}

function without(chunks: ReadonlySet<number>, chunk: number): ReadonlySet<number> {
  return new Set([...chunks].filter((each) => each !== chunk));
}

function counts({ completed, failed }: { completed: number; failed: number }) {
  return { completed, failed };
}

/** The step of a run that is a chunk: running from the beginning. */
export function chunkUnit(chunk: Chunk): UnitState {
  const { action, params, parallel, first, total } = chunk;
  const stopOnFailure = chunk.stop_on_failure;
  const units = new UnitMap<number>();
  const attempt = {
    attempt: 1,
    status: 'running' as const,
    startedAt: chunk.started_at,
    finishedAt: undefined,
    release: 1,
    inputs: { value: {} },
    output: undefined,
    error: undefined,
    logs: [],
    waits: 0,
    signals: chunk.signals,
    pausedMs: 0,
    resolvedAt: chunk.started_at,
  };
  return {
    ...PENDING_UNIT,
    status: 'running',
    action: chunk.by,
    startedAt: chunk.started_at,
    attempts: [attempt],
    iterations: {
      as: undefined,
      action,
      params,
      items: listOf(chunk.items),
      first,
      total,
      parallel,
      stopOnFailure,
      units,
    },
  };
}

/** The outcomes of the steps before a chunk. */
export function chunkOutcomes(chunk: Chunk): (readonly [string, UnitState])[] {
  return Object.entries(chunk.outcomes).map(([step, { status, output, error }]) => [
    step,
    { ...PENDING_UNIT, status, output, error },
  ]);
}

/** The items as payloads; empty when only a reference to them is loaded. */
function listOf(items: Payload): Payload[] {
  return 'value' in items && Array.isArray(items.value) ? items.value.map((value) => ({ value })) : [];
}

/** Only this module makes and changes maps of chunks; they are read-only elsewhere. */
function ownMap<V>(map: ReadonlyMap<number, V>): Map<number, V> {
  return map as Map<number, V>;
}
