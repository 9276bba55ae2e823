import type { Failure } from '../../errors';
import type { Clock } from '../../ports';
import type { RunState } from '../state/state';
import type { Timers } from '../timers';

const KEY = '(run)';

interface TimeLimitOptions {
  /** Undefined for none. */
  readonly seconds: number | undefined;
  readonly state: RunState;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly expire: (failure: Failure) => void;
}

/** Ends a run that takes too long. Paused time does not count. */
export class TimeLimit {
  readonly #options: TimeLimitOptions;
  /** What the timer was last set for: the start of the run, and its pause. */
  #startedAt: string | undefined;
  #hold: RunState['hold'];

  constructor(options: TimeLimitOptions) {
    this.#options = options;
  }

  get isSet(): boolean {
    return this.#options.timers.has(KEY);
  }

  /** Sets the timer anew when the run has started, is paused, or is resumed. */
  keep(): void {
    const { seconds, state, clock, timers, expire } = this.#options;
    const { startedAt, hold, pausedMs } = state;
    if (seconds === undefined || (startedAt === this.#startedAt && hold === this.#hold)) return;
    this.#startedAt = startedAt;
    this.#hold = hold;
    timers.clear(KEY);
    if (startedAt === undefined || hold) return;
    const at = new Date(Date.parse(startedAt) + seconds * 1000 + pausedMs);
    const end = () => expire({ kind: 'timeout', message: `The run exceeded its timeout of ${seconds} s.` });
    if (at <= clock.now()) end();
    else timers.set(KEY, at, end);
  }
}
