/** Half-life of used time, in milliseconds. */
const HALF_LIFE_MS = 5000;

/** Used time below this counts as zero, in milliseconds, so that every account returns to zero. */
const NEGLIGIBLE_MS = 50;

/** Recently used thread time of one account. Instants are milliseconds of one clock. */
export class ThreadTime {
  #usedMs = 0;
  #at = 0;
  #running = 0;
  /** Sum of the start instants of active threads. */
  #begun = 0;

  /** Threads in use. */
  get running(): number {
    return this.#running;
  }

  begin(now: number): void {
    this.#running += 1;
    this.#begun += now;
  }

  end(begun: number, now: number): void {
    this.#running -= 1;
    // Resets rounding errors of the sum.
    this.#begun = this.#running === 0 ? 0 : this.#begun - begun;
    this.#usedMs = this.#left(now) + now - begun;
    this.#at = now;
  }

  /** Used time in milliseconds, decayed with age. */
  used(now: number): number {
    const used = this.#left(now) + this.#running * now - this.#begun;
    return used < NEGLIGIBLE_MS ? 0 : used;
  }

  #left(now: number): number {
    return this.#usedMs * 2 ** ((this.#at - now) / HALF_LIFE_MS);
  }
}
