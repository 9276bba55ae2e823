import type { Clock } from '../../ports';

interface Timer {
  readonly at: number;
  off: () => void;
}

/** Timers by key. Their instants are in the journal, so nothing is lost with this object. */
export class Timers {
  readonly #clock: Clock;
  readonly #set = new Map<string, Timer>();
  /** The earliest instant; `stale` when it must be computed again. */
  #next: number | undefined | 'stale';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back once, at or after an instant. Replaces an earlier timer with the same key. */
  set(key: string, at: Date, callback: () => void): void {
    this.clear(key);
    const timer: Timer = { at: at.getTime(), off: () => undefined };
    this.#set.set(key, timer);
    if (this.#next !== 'stale') this.#next = Math.min(this.#next ?? timer.at, timer.at);
    timer.off = this.#clock.at(at, () => {
      if (this.#set.get(key) !== timer) return;
      this.#remove(key, timer);
      callback();
    });
  }

  clear(key: string): void {
    const timer = this.#set.get(key);
    if (!timer) return;
    this.#remove(key, timer);
    timer.off();
  }

  clearAll(): void {
    for (const key of [...this.#set.keys()]) this.clear(key);
  }

  has(key: string): boolean {
    return this.#set.has(key);
  }

  get size(): number {
    return this.#set.size;
  }

  /** The earliest instant set, in ms since 1970. */
  get next(): number | undefined {
    if (this.#next === 'stale') {
      this.#next = undefined;
      for (const { at } of this.#set.values()) this.#next = Math.min(this.#next ?? at, at);
    }
    return this.#next;
  }

  #remove(key: string, timer: Timer): void {
    this.#set.delete(key);
    if (timer.at === this.#next) this.#next = 'stale';
  }
}
