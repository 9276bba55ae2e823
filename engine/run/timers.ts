import type { Clock } from '../ports';

/** Wake-up calls by key. The instants stand in the journal; losing this object loses nothing. */
export class Timers {
  readonly #clock: Clock;
  readonly #set = new Map<string, { at: number; off: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once at or after an instant; replaces an earlier call under the same key. */
  set(key: string, at: Date, callback: () => void): void {
    this.clear(key);
    const off = this.#clock.at(at, () => {
      this.#set.delete(key);
      callback();
    });
    this.#set.set(key, { at: at.getTime(), off });
  }

  clear(key: string): void {
    this.#set.get(key)?.off();
    this.#set.delete(key);
  }

  clearAll(): void {
    for (const { off } of this.#set.values()) off();
    this.#set.clear();
  }

  /** The earliest instant set, in ms since 1970. */
  get next(): number | undefined {
    let next: number | undefined;
    for (const { at } of this.#set.values()) next = next === undefined ? at : Math.min(next, at);
    return next;
  }
}
