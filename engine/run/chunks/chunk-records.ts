import type { Decision } from '../../action';
import type { RunContext } from '../context/run-context';
import type { Payload } from '../state/events';
import type { ChunkEnd, ChunksState } from '../state/state';
import { addressFields, type UnitAddress } from '../state/unit';
import { MAX_CHUNKS } from './chunks';

/** A loop's decision to iterate: the list, and what to do with each item. */
export type Iterate = Extract<Decision, { do: 'iterate' }>;

/** Records how a list is divided into chunks. @param least iterations of a chunk, unless that makes too many chunks */
export function recordPlan(
  context: RunContext,
  address: UnitAddress,
  decision: Iterate,
  least: number,
): void {
  const { items, action, params, parallel, stopOnFailure } = decision;
  const size = Math.max(least, Math.ceil(items.length / MAX_CHUNKS));
  const lists: Payload[] = [];
  for (let first = 0; first < items.length; first += size) {
    lists.push({ value: items.slice(first, first + size) });
  }
  context.record({
    type: 'chunks_planned',
    ...attemptFields(context, address),
    items: lists,
    total: items.length,
    size,
    action,
    params,
    parallel,
    stop_on_failure: stopOnFailure,
  });
}

/** Records how chunks ended, in their order. */
export function recordEnds(
  context: RunContext,
  address: UnitAddress,
  ends: ReadonlyMap<number, ChunkEnd>,
): void {
  const fields = attemptFields(context, address);
  for (const [chunk, end] of [...ends].sort(([a], [b]) => a - b)) {
    const { status, completed, failed, results, errors, error, ending } = end;
    context.record({
      type: 'chunk_ended',
      ...fields,
      chunk,
      status,
      completed,
      failed,
      ...(results && { results }),
      ...(errors && failed > 0 && { errors }),
      ...(error && { error }),
      ...(ending && { ending }),
    });
  }
}

/** Records which chunks wait for a person. A run is `waiting` when all chunks of its loops are. */
export function recordWaits(context: RunContext, address: UnitAddress, waiting: ReadonlySet<number>): void {
  const { chunks } = context.unit(address);
  if (!chunks) return;
  const fields = attemptFields(context, address);
  for (const chunk of chunks.open.keys()) {
    const waits = waiting.has(chunk);
    if (waits !== chunks.waiting.has(chunk))
      context.record({ type: 'chunk_waiting', ...fields, chunk, waits });
  }
}

/** Records the joined output of all chunks. */
export function recordOutput(context: RunContext, address: UnitAddress, output: Payload): void {
  context.record({ type: 'step_completed', ...attemptFields(context, address), output });
}

function attemptFields(context: RunContext, address: UnitAddress) {
  return { ...addressFields(address), attempt: context.unit(address).attempts.length };
}

/** The sentence, for people, that explains that a run is quarantined because of one of its chunks. */
export function crashesOf({ step }: UnitAddress, { size, total }: ChunksState, chunk: number): string {
  const first = chunk * size + 1;
  return `The worker of the iterations ${first} to ${Math.min(first + size - 1, total)} of ${step} crashed several times in a row. Check the iterations that were running, then resume or cancel the run.`;
}
