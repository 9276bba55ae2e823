import type { Json } from '../json';
import type { Payload } from './events';
import type { RunState } from './state';

/** A value that stands in the payload store and has not been read: whoever needs it asks for it and tries again. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  readonly ref: string;

  constructor(ref: string) {
    super(`The stored value ${ref} was not loaded.`);
    this.ref = ref;
  }
}

/** The value itself. @throws NotLoaded */
export function payloadValue(payload: Payload, loaded?: ReadonlyMap<string, Json>): Json {
  if ('value' in payload) return payload.value;
  const value = loaded?.get(payload.ref);
  if (value === undefined) throw new NotLoaded(payload.ref);
  return value;
}

/** Reads a value out of the payload store. @throws Error when it is not there */
export type LoadValue = (ref: string) => Promise<Json>;

/** Large values of a run, read when somebody needs one. What was read stays as long as the runner. */
export class Values {
  readonly #state: RunState;
  readonly #load: LoadValue;
  readonly #fault: (error: unknown) => void;
  readonly #asked = new Map<string, (() => void)[]>();

  /** @param fault told when a value cannot be had: the run cannot go on here */
  constructor(state: RunState, load: LoadValue, fault: (error: unknown) => void) {
    this.#state = state;
    this.#load = load;
    this.#fault = fault;
  }

  /** Something is being read. */
  get isBusy(): boolean {
    return this.#asked.size > 0;
  }

  /** Reads a value and calls back once it is there. */
  fetch({ ref }: NotLoaded, ready: () => void): void {
    const waiting = this.#asked.get(ref);
    if (waiting) {
      waiting.push(ready);
      return;
    }
    this.#asked.set(ref, [ready]);
    this.#load(ref).then((value) => this.#arrived(ref, value), this.#fault);
  }

  #arrived(ref: string, value: Json): void {
    const waiting = this.#asked.get(ref) ?? [];
    this.#asked.delete(ref);
    this.#state.loaded.set(ref, value);
    for (const ready of waiting) ready();
  }
}
