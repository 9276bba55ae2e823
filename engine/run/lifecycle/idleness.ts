import type { RunContext } from '../context/run-context';
import { isBusy } from '../context/subsystem';
import type { Schedule } from '../schedule/schedule';
import { isTerminal } from '../state/fold';
import type { TimeLimit } from './time-limit';

/** What a run waits for when it records nothing more: whether it may start something, may be parked, or is stuck. */
export class Idleness {
  readonly #context: RunContext;
  readonly #schedule: Schedule;
  readonly #limit: TimeLimit;
  /** Nothing may start for now: the lease is uncertain, or the process leaves the run. */
  #suspension: 'stay' | 'leave' | undefined;

  constructor(context: RunContext, schedule: Schedule, limit: TimeLimit) {
    this.#context = context;
    this.#schedule = schedule;
    this.#limit = limit;
  }

  /** Starts nothing for now. `leave`: the run is parked as soon as nothing is in progress. */
  suspend(how: 'stay' | 'leave'): void {
    this.#suspension = how;
    this.#context.turns.signal();
  }

  unsuspend(): void {
    if (this.#suspension === undefined) return;
    this.#suspension = undefined;
    this.#context.turns.signal();
  }

  /** The run is paused or suspended, or memory is short: nothing may start. */
  get isSuspended(): boolean {
    if (this.#context.state.hold !== undefined || this.#suspension !== undefined) return true;
    return this.#context.isMemoryBlocked;
  }

  /** Something can be recorded now. */
  get hasWork(): boolean {
    return !this.isSuspended && this.#hasOpenWork;
  }

  /** Nothing is left that could start or end a step. */
  get isStuck(): boolean {
    const { state, timers, subsystems } = this.#context;
    return (
      !this.hasWork &&
      !isBusy(subsystems) &&
      timers.size === (this.#limit.isSet ? 1 : 0) &&
      state.status !== 'waiting' &&
      !this.isSuspended
    );
  }

  /** When a parked run continues by itself, as ISO 8601; undefined when it does not, or has something to do now. */
  get wakeAt(): string | undefined {
    const { state, timers, subsystems } = this.#context;
    if (isBusy(subsystems) || this.hasWork || state.hold || isTerminal(state.status)) return undefined;
    return timers.next === undefined ? undefined : new Date(timers.next).toISOString();
  }

  /** Whether only waits are left that are longer than what the run sits through in memory. */
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

  /** Something could be recorded if nothing were suspended. */
  get #hasOpenWork(): boolean {
    return this.#context.turns.hasDue || this.#schedule.hasWork;
  }
}
