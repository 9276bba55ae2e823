import type { Decision } from '../action';
import { MAX_CHUNKS } from './chunks';
import type { Payload } from './events';
import type { ChunkEnd, ChunksState } from './state';
import { addressFields, type UnitAddress } from './unit';
import type { UnitDesk } from './unit-desk';

/** What a loop decides: the list, and what is done with each item. */
export type Iterate = Extract<Decision, { do: 'iterate' }>;

/** Puts down into which parts a list is divided. @param least iterations of a part, unless there would be too many parts */
export function recordPlan(desk: UnitDesk, address: UnitAddress, decision: Iterate, least: number): void {
  const { items, action, params, parallel, stopOnFailure } = decision;
  const size = Math.max(least, Math.ceil(items.length / MAX_CHUNKS));
  const lists: Payload[] = [];
  for (let first = 0; first < items.length; first += size) {
    lists.push({ value: items.slice(first, first + size) });
  }
  desk.record({
    type: 'chunks_planned',
    ...attemptFields(desk, address),
    items: lists,
    total: items.length,
    size,
    action,
    params,
    parallel,
    stop_on_failure: stopOnFailure,
  });
}

/** Puts down how parts ended, in their order. */
export function recordEnds(desk: UnitDesk, address: UnitAddress, ends: ReadonlyMap<number, ChunkEnd>): void {
  const fields = attemptFields(desk, address);
  for (const [chunk, end] of [...ends].sort(([a], [b]) => a - b)) {
    const { status, completed, failed, results, errors, error, ending } = end;
    desk.record({
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

/** Puts down which parts wait for a person: a run waits where all that is left of its loops does. */
export function recordWaits(desk: UnitDesk, address: UnitAddress, waiting: ReadonlySet<number>): void {
  const { chunks } = desk.unit(address);
  if (!chunks) return;
  const fields = attemptFields(desk, address);
  for (const chunk of chunks.open.keys()) {
    const waits = waiting.has(chunk);
    if (waits !== chunks.waiting.has(chunk)) desk.record({ type: 'chunk_waiting', ...fields, chunk, waits });
  }
}

/** Puts down what all parts gave together. */
export function recordOutput(desk: UnitDesk, address: UnitAddress, output: Payload): void {
  desk.record({ type: 'step_completed', ...attemptFields(desk, address), output });
}

function attemptFields(desk: UnitDesk, address: UnitAddress) {
  return { ...addressFields(address), attempt: desk.unit(address).attempts.length };
}

/** Why a run is held because of one of its parts, for people. */
export function crashesOf({ step }: UnitAddress, { size, total }: ChunksState, chunk: number): string {
  const first = chunk * size + 1;
  return `The process that carried out the iterations ${first} to ${Math.min(first + size - 1, total)} of ${step} died several times in a row. Look at those that were running, then try again or cancel the run.`;
}
