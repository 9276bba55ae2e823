import type { RunContext } from '../context/run-context';
import { isBusy } from '../context/subsystem';
import type { Schedule } from '../schedule/schedule';
import { isTerminal } from '../state/fold';
import type { TimeLimit } from './time-limit';

/** Whether a run has something to do, may be parked, or is stuck. */
export class Idleness {
  readonly #context: RunContext;
  readonly #schedule: Schedule;
  readonly #limit: TimeLimit;
  /** Nothing may start while the lease is uncertain (`stay`) or the process gives up the run (`leave`). */
  #suspension: 'stay' | 'leave' | undefined;

  constructor(context: RunContext, schedule: Schedule, limit: TimeLimit) {
    this.#context = context;
    this.#schedule = schedule;
    this.#limit = limit;
  }

  /** Starts nothing until `unsuspend`. `leave`: the run is parked as soon as nothing is in progress. */
  suspend(how: 'stay' | 'leave'): void {
    this.#suspension = how;
    this.#context.turns.signal();
  }

  unsuspend(): void {
    if (this.#suspension === undefined) return;
    this.#suspension = undefined;
    this.#context.turns.signal();
  }

  /** Whether nothing may start: the run is paused or suspended, or memory is short. */
  get isSuspended(): boolean {
    if (this.#context.state.hold !== undefined || this.#suspension !== undefined) return true;
    return this.#context.isMemoryBlocked;
  }

  /** Whether something can be recorded now. */
  get hasWork(): boolean {
    return !this.isSuspended && this.#hasOpenWork;
  }

  /** Whether nothing is left that could start or end a step. */
  get isStuck(): boolean {
    const { state, timers, turns, subsystems } = this.#context;
    return (
      !this.hasWork &&
      // A value that arrived during this turn is used in the next one.
      !turns.hasNews &&
      !isBusy(subsystems) &&
      timers.size === (this.#limit.isSet ? 1 : 0) &&
      state.status !== 'waiting' &&
      !this.isSuspended
    );
  }

  /**
   * When the next timer of a parked run is due, as ISO 8601; undefined without a timer, or when the run has something
   * to do now.
   */
  get wakeAt(): string | undefined {
    const { state, timers, subsystems } = this.#context;
    if (isBusy(subsystems) || this.hasWork || state.hold || isTerminal(state.status)) return undefined;
    return timers.next === undefined ? undefined : new Date(timers.next).toISOString();
  }

  /** Whether only waits are left that are longer than `parkAfterMs`. */
  get mayPark(): boolean {
    const { options, state, timers, subsystems } = this.#context;
    const { parkAfterMs, clock } = options;
    if (isBusy(subsystems)) return false;
    if (this.#suspension) return this.#suspension === 'leave';
    if (parkAfterMs === undefined) return false;
    if (state.hold) return true;
    if (this.#context.isMemoryBlocked && this.#hasOpenWork) return false;
    return timers.next === undefined || timers.next - clock.now().getTime() > parkAfterMs;
  }

  /** Whether something could be recorded if the run were not suspended. */
  get #hasOpenWork(): boolean {
    return this.#context.turns.hasDue || this.#schedule.hasWork;
  }
}
