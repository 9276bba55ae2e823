import { type RunEvent, runEventBodySchema } from '@/engine';

/** The stream is invalid: events are missing or cannot be parsed. Known events stay; the rest is read again. */
export class BrokenStream extends Error {}

/** The shortest form of a journal up to an event: folding it yields the same state as folding all events. */
export interface Snapshot {
  /** The last event that it covers. */
  readonly seq: number;
  readonly events: readonly RunEvent[];
}

/** Parses an event of a stream. @throws BrokenStream */
export function parseEvent(data: string): RunEvent {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (cause) {
    throw new BrokenStream('The server sent something that is not an event.', { cause });
  }
  return asEvent(json);
}

/** Parses a snapshot after an event. @throws BrokenStream */
export function parseSnapshot(json: unknown, after: number): Snapshot {
  if (!isSnapshotLike(json)) throw new BrokenStream('The server sent something that is not a snapshot.');
  const events = json.events.map(asEvent).filter((event) => event.seq > after);
  let last = after;
  for (const { seq } of events) {
    if (seq <= last) throw new BrokenStream(`In a snapshot, event ${seq} came after ${last}.`);
    last = seq;
  }
  if (last > json.seq) throw new BrokenStream(`A snapshot up to event ${json.seq} has event ${last}.`);
  return { seq: Math.max(after, json.seq), events };
}

function isSnapshotLike(json: unknown): json is { seq: number; events: unknown[] } {
  if (typeof json !== 'object' || json === null || !('seq' in json && 'events' in json)) return false;
  return Number.isSafeInteger(json.seq) && Array.isArray(json.events);
}

function asEvent(json: unknown): RunEvent {
  if (isEvent(json)) return json;
  throw new BrokenStream('The server sent an event that this page does not know. Reload the page.');
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(
  runEventBodySchema.options.flatMap(({ shape }) => [...shape.type.values]),
);

/**
 * Checks only what order and fold rely on. The server checked the rest when it wrote the event: checking again
 * takes a second for the 20,000 events of a large loop.
 */
function isEvent(json: unknown): json is RunEvent {
  if (typeof json !== 'object' || json === null) return false;
  if (!('seq' in json && 'at' in json && 'type' in json)) return false;
  return Number.isSafeInteger(json.seq) && typeof json.at === 'string' && KNOWN_TYPES.has(json.type);
}
