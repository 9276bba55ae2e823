import type { Json } from '../../json';
import { measure } from '../../measure';
import type { Payload } from './events';

/** Thrown for a value that is in the payload store and has not been read. The caller fetches it and tries again. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  readonly ref: string;
  /** Length of its JSON text. */
  readonly bytes: number;

  constructor(ref: string, bytes: number) {
    super(`The stored value ${ref} was not loaded.`);
    this.ref = ref;
    this.bytes = bytes;
  }
}

/** The value itself. @throws NotLoaded */
export function payloadValue(payload: Payload, loaded?: ReadonlyMap<string, Json>): Json {
  if ('value' in payload) return payload.value;
  const value = loaded?.get(payload.ref);
  if (value === undefined) throw new NotLoaded(payload.ref, payload.bytes);
  return value;
}

/** Length of the JSON text of a value, in bytes, loaded or not. */
export function payloadBytes(payload: Payload): number {
  return 'value' in payload ? measure(payload.value).bytes : payload.bytes;
}
