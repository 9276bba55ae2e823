import type { RunContext } from '../context/run-context';
import type { RunState } from '../state/state';
import type { Stops } from './stops';

const KEY = '(run)';

/** Ends a run that takes too long. Paused time does not count. */
export class TimeLimit {
  readonly #context: RunContext;
  readonly #stops: Stops;
  /** Start and pause of the run for which the timer was last set. */
  #startedAt: string | undefined;
  #hold: RunState['hold'];

  constructor(context: RunContext, stops: Stops) {
    this.#context = context;
    this.#stops = stops;
  }

  get isSet(): boolean {
    return this.#context.timers.has(KEY);
  }

  /** Sets the timer again when the run was started, paused or resumed. */
  keep(): void {
    const { pipeline, state, timers } = this.#context;
    const { timeout_seconds: seconds } = pipeline.settings;
    const { startedAt, hold, pausedMs } = state;
    if (seconds === undefined || (startedAt === this.#startedAt && hold === this.#hold)) return;
    this.#startedAt = startedAt;
    this.#hold = hold;
    timers.clear(KEY);
    if (startedAt === undefined || hold) return;
    const at = new Date(Date.parse(startedAt) + seconds * 1000 + pausedMs);
    const message = `The run exceeded its timeout of ${seconds} s.`;
    const end = () => this.#stops.expire({ kind: 'timeout', message });
    if (at <= this.#context.now) end();
    else timers.set(KEY, at, end);
  }
}
