import { createHash } from 'node:crypto';
import {
  type Chunk,
  isJsonObject,
  type Json,
  measure,
  type Pausing,
  type Payload,
  type RunEvent,
} from '@/engine';
import { jsonBytes } from './json-text';

/** Largest value that stays inside its event, in bytes of JSON text. Larger ones go to the payload store. */
export const INLINE_LIMIT_BYTES = 16 * 1024;

/** A value to be stored in the payload store. */
export interface NewPayload {
  /** SHA-256 of its JSON text, in hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Its JSON text; that of a large value in UTF-8, in parts. */
  readonly text: string | readonly Uint8Array[];
}

/** A stored value. */
export interface StoredPayload {
  /** SHA-256 of `body`, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly body: string;
}

/** A row of the payload store: the body is null when the value is in the blob store. */
export interface PayloadRecord extends Omit<StoredPayload, 'body'> {
  readonly body: string | null;
  /** The outline of a value in the blob store, as JSON. @default none */
  readonly outline?: string;
}

/** The event with every value in it replaced by `change`. */
export function mapPayloads(event: RunEvent, change: (payload: Payload) => Payload): RunEvent {
  switch (event.type) {
    case 'step_started':
    case 'step_paused':
      return { ...event, inputs: change(event.inputs) };
    case 'pause_answered': {
      const { inputs, output } = event;
      return {
        ...event,
        ...(inputs && { inputs: change(inputs) }),
        ...(output && { output: change(output) }),
      };
    }
    case 'step_completed':
    case 'step_given':
      return { ...event, output: change(event.output) };
    case 'step_reused':
      return mapReused(event, change);
    case 'output_set':
    case 'signal_received':
      return { ...event, value: change(event.value) };
    case 'iterations_planned':
    case 'chunks_planned':
      return { ...event, items: event.items.map(change) };
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return { ...event, outputs: mapRecord(event.outputs, change) };
    case 'run_created':
      return event.chunk ? { ...event, chunk: mapChunk(event.chunk, change) } : event;
    case 'chunk_ended': {
      const { results, errors } = event;
      return {
        ...event,
        ...(results && { results: change(results) }),
        ...(errors && { errors: change(errors) }),
      };
    }
    default:
      return event;
  }
}

/** The event as it is written: values over the limit are passed to `keep` and become references. */
export function extractLarge(event: RunEvent, keep: (payload: NewPayload) => void): RunEvent {
  return mapPayloads(event, (payload) => extractPayload(payload, keep));
}

/** The value as it is stored: one over the limit is passed to `keep` and becomes a reference. */
export function extractPayload(payload: Payload, keep: (payload: NewPayload) => void): Payload {
  if (!('value' in payload)) return payload;
  const text = JSON.stringify(payload.value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= INLINE_LIMIT_BYTES) return payload;
  const hash = createHash('sha256').update(text).digest('hex');
  return reference(payload.value, { hash, bytes, text }, keep);
}

function* extractingLarge(value: Json, keep: (payload: NewPayload) => void): Pausing<Payload> {
  const text = yield* jsonBytes(value);
  const digest = createHash('sha256');
  let bytes = 0;
  for (const part of text) {
    digest.update(part);
    bytes += part.byteLength;
    yield;
  }
  return reference(value, { hash: digest.digest('hex'), bytes, text }, keep);
}

export function rowOf({ hash, bytes, text }: NewPayload): StoredPayload {
  return { hash, bytes, body: typeof text === 'string' ? text : Buffer.concat(text).toString() };
}

function reference(value: Json, stored: NewPayload, keep: (payload: NewPayload) => void): Payload {
  keep(stored);
  return { ref: stored.hash, bytes: stored.bytes, summary: summarize(value) };
}

/** Larger values are serialised in parts, with pauses between them. Bytes of JSON text. */
const TURN_BYTES = 256 * 1024;

/** Whether serialising these events would block the event loop noticeably. */
export function areLarge(events: readonly RunEvent[]): boolean {
  return events.some((event) => payloadsOf(event).some(isSlow));
}

/** As `extractLarge` for several events, with pauses within and after each value. */
export function* extracting(
  events: readonly RunEvent[],
  keep: (payload: NewPayload) => void,
): Pausing<RunEvent[]> {
  const extracted = new Map<Payload, Payload>();
  for (const payload of events.flatMap(payloadsOf)) {
    if (extracted.has(payload)) continue;
    const slim = isSlow(payload)
      ? yield* extractingLarge(payload.value, keep)
      : extractPayload(payload, keep);
    extracted.set(payload, slim);
    yield;
  }
  return events.map((event) => mapPayloads(event, (payload) => extracted.get(payload) ?? payload));
}

function isSlow(payload: Payload): payload is Extract<Payload, { value: Json }> {
  return 'value' in payload && measure(payload.value).bytes > TURN_BYTES;
}

function payloadsOf(event: RunEvent): Payload[] {
  const found: Payload[] = [];
  mapPayloads(event, (payload) => {
    found.push(payload);
    return payload;
  });
  return found;
}

/** Hashes of the payloads an event refers to. */
export function referencesOf(event: RunEvent): string[] {
  const hashes: string[] = [];
  mapPayloads(event, (payload) => {
    if ('ref' in payload) hashes.push(payload.ref);
    return payload;
  });
  return hashes;
}

/** A short description of a value, shown where the value itself is not loaded. */
export function summarize(value: Json): string {
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (Array.isArray(value)) return value.length === 1 ? 'list of 1 item' : `list of ${value.length} items`;
  if (!isJsonObject(value)) return String(value);
  const keys = Object.keys(value);
  const shown = keys.slice(0, 5).map((key) => (key.length > 40 ? `${key.slice(0, 39)}…` : key));
  const rest = keys.length > shown.length ? ', …' : '';
  return `object with ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}: ${shown.join(', ')}${rest}`;
}

type Reused = Extract<RunEvent, { type: 'step_reused' }>;

function mapReused(event: Reused, change: (payload: Payload) => Payload): Reused {
  const { past, result, set } = event;
  return {
    ...event,
    past: { ...past, inputs: change(past.inputs) },
    result: result.status === 'completed' ? { ...result, output: change(result.output) } : result,
    ...(set && { set: mapRecord(set, change) }),
  };
}

function mapChunk(chunk: Chunk, change: (payload: Payload) => Payload): Chunk {
  const outcomes = Object.entries(chunk.outcomes).map(([step, { output, ...outcome }]) => [
    step,
    output ? { ...outcome, output: change(output) } : outcome,
  ]);
  return {
    ...chunk,
    items: change(chunk.items),
    signals: mapRecord(chunk.signals, change),
    outcomes: Object.fromEntries(outcomes),
  };
}

function mapRecord(record: Record<string, Payload>, change: (payload: Payload) => Payload) {
  return Object.fromEntries(Object.entries(record).map(([key, payload]) => [key, change(payload)]));
}
