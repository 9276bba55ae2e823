import type { Json, Payload, RunEvent } from '@/engine';
import { mapPayloads, summarize } from './event-payloads';

/**
 * Largest value inside a snapshot, in characters of JSON text: covers the inputs and outputs of most steps.
 */
export const SNAPSHOT_INLINE_CHARS = 1024;

/** A value inside an event, as snapshots refer to it: the event's sequence and the index of the value. */
export interface PlaceInEvent {
  readonly seq: number;
  readonly index: number;
}

const REFERENCE = /^event-(\d{1,9})-(\d{1,9})$/;

/** The event for a snapshot: values over the limit become references to their position in the journal. */
export function slimEvent(event: RunEvent): RunEvent {
  let index = -1;
  return mapPayloads(event, (payload) => {
    index += 1;
    if ('ref' in payload) return payload;
    const text = JSON.stringify(payload.value);
    if (text.length <= SNAPSHOT_INLINE_CHARS) return payload;
    const bytes = Buffer.byteLength(text);
    return { ref: `event-${event.seq}-${index}`, bytes, summary: summarize(payload.value) };
  });
}

/** Parses a reference of `slimEvent`; undefined for any other. */
export function placeOf(reference: string): PlaceInEvent | undefined {
  const match = REFERENCE.exec(reference);
  return match ? { seq: Number(match[1]), index: Number(match[2]) } : undefined;
}

/** The value at an index of an event; undefined when it does not exist. */
export function valueAt(event: RunEvent, index: number): Json | undefined {
  const payloads: Payload[] = [];
  mapPayloads(event, (payload) => {
    payloads.push(payload);
    return payload;
  });
  const payload = payloads[index];
  return payload && 'value' in payload ? payload.value : undefined;
}
