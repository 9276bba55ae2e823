import type { Json, Payload, RunEvent } from '@/engine';
import { mapPayloads, summarize } from './event-payloads';

/** Largest value that a snapshot carries itself, in characters of JSON text: what most steps are given and give. */
export const SNAPSHOT_INLINE_CHARS = 1024;

/** A value inside an event, as snapshots refer to it: the event's sequence, and the how manieth of its values it is. */
export interface PlaceInEvent {
  readonly seq: number;
  readonly index: number;
}

const REFERENCE = /^event-(\d{1,9})-(\d{1,9})$/;

/** The event as a snapshot carries it: values over the limit are references to where they stand in the journal. */
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

/** Reads a reference that `slimEvent` made; undefined for any other. */
export function placeOf(reference: string): PlaceInEvent | undefined {
  const match = REFERENCE.exec(reference);
  return match ? { seq: Number(match[1]), index: Number(match[2]) } : undefined;
}

/** The value at a place of an event; undefined when there is none. */
export function valueAt(event: RunEvent, index: number): Json | undefined {
  const payloads: Payload[] = [];
  mapPayloads(event, (payload) => {
    payloads.push(payload);
    return payload;
  });
  const payload = payloads[index];
  return payload && 'value' in payload ? payload.value : undefined;
}
