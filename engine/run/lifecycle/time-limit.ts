import type { RunContext } from '../context/run-context';
import type { RunState } from '../state/state';
import type { Stops } from './stops';

const KEY = '(run)';

/** Ends a run that takes too long. Time in which it is paused does not count. */
export class TimeLimit {
  readonly #context: RunContext;
  readonly #stops: Stops;
  /** Start of the run, and of its pause, for which the timer was last set. */
  #startedAt: string | undefined;
  #frozenSince: RunState['frozenSince'];

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
    const { startedAt, frozenSince, pausedMs } = state;
    if (seconds === undefined || (startedAt === this.#startedAt && frozenSince === this.#frozenSince)) return;
    this.#startedAt = startedAt;
    this.#frozenSince = frozenSince;
    timers.clear(KEY);
    if (startedAt === undefined || frozenSince !== undefined) return;
    const at = new Date(Date.parse(startedAt) + seconds * 1000 + pausedMs);
    const message = `The run exceeded its timeout of ${seconds} s.`;
    const end = () => this.#stops.expire({ kind: 'timeout', message });
    if (at <= this.#context.now) end();
    else timers.set(KEY, at, end);
  }
}
