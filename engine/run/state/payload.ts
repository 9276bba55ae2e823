import type { Json } from '../../json';
import { measure } from '../../measure';
import type { Payload } from './events';

/** A value that is in the payload store and has not been read: callers fetch it and try again. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  readonly ref: string;
  /** Of its JSON text. */
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

/** Length of the JSON text of a value, whether it is here or stored. */
export function payloadBytes(payload: Payload): number {
  return 'value' in payload ? measure(payload.value).bytes : payload.bytes;
}
