import type { Clock } from '@/engine/ports';

/** One timer for the earliest of the runs that were parked here; the poll finds runs that other workers parked. */
export class WakeTimer {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  #stopped = false;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes the worker at an instant, unless a timer for an earlier one is set. */
  wakeAt(instant: Date): void {
    const at = instant.getTime();
    if (this.#stopped || (this.#next && this.#next.at <= at)) return;
    this.#next?.cancel();
    const cancel = this.#clock.at(instant, () => {
      this.#next = undefined;
      this.#wake();
    });
    this.#next = { at, cancel };
  }

  stop(): void {
    this.#stopped = true;
    this.#next?.cancel();
  }
}
