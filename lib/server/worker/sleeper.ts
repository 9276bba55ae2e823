import type { Clock } from '@/engine/ports';

/** One timer for the earliest of the runs that were parked here; the poll finds those of others. */
export class Sleeper {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  #stopped = false;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes at an instant, unless it wakes earlier anyway. */
  sleepUntil(instant: Date): void {
    const at = instant.getTime();
    if (this.#stopped || (this.#next && this.#next.at <= at)) return;
    this.#next?.cancel();
    const cancel = this.#clock.at(instant, () => {
      this.#next = undefined;
      this.#wake();
    });
    this.#next = { at, cancel };
  }

  /** Wakes nobody any more. */
  stop(): void {
    this.#stopped = true;
    this.#next?.cancel();
  }
}
