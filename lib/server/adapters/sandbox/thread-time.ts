/** Time after which half of what was used is forgotten, in milliseconds. */
const HALF_LIFE_MS = 5000;

/** Less than this counts as nothing, in milliseconds: every account comes back to it, also while others are busy. */
const NEGLIGIBLE_MS = 50;

/** Thread time that somebody used lately. Instants are milliseconds of one clock. */
export class ThreadTime {
  #usedMs = 0;
  #at = 0;
  #running = 0;
  /** Sum of the instants at which what runs now began. */
  #begun = 0;

  /** How many threads are in use. */
  get running(): number {
    return this.#running;
  }

  begin(now: number): void {
    this.#running += 1;
    this.#begun += now;
  }

  end(begun: number, now: number): void {
    this.#running -= 1;
    // A sum of fractions does not come back to 0 by itself.
    this.#begun = this.#running === 0 ? 0 : this.#begun - begun;
    this.#usedMs = this.#left(now) + now - begun;
    this.#at = now;
  }

  /** What was used, in milliseconds: the older, the less it counts. */
  used(now: number): number {
    const used = this.#left(now) + this.#running * now - this.#begun;
    return used < NEGLIGIBLE_MS ? 0 : used;
  }

  #left(now: number): number {
    return this.#usedMs * 2 ** ((this.#at - now) / HALF_LIFE_MS);
  }
}
