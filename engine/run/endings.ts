import type { Failure } from '../errors';
import type { Flights } from './flights';
import { isTerminal } from './fold';
import { maskFailure } from './mask';
import { retryDelaySeconds } from './retry';
import { addressFields, childOf, parentOf, type UnitAddress } from './unit';
import type { UnitDesk } from './unit-desk';

/** Ends units that did not complete: retries, failures, cancellation. */
export class Endings {
  readonly #desk: UnitDesk;
  readonly #flights: Flights;

  constructor(desk: UnitDesk, flights: Flights) {
    this.#desk = desk;
    this.#flights = flights;
  }

  /** Retries what `retry` says; otherwise the unit has failed. A step that iterates retries its iterations, not itself. */
  settleFailure(address: UnitAddress, failure: Failure, endsRun = false): void {
    const { step } = this.#desk.source(address);
    const unit = this.#desk.unit(address);
    if (isTerminal(unit.status)) return;
    const error = maskFailure(failure, this.#desk.revealed.hidden(address));
    const failures = unit.attempts.filter(({ status }) => status === 'failed').length + 1;
    const mayRetry = !endsRun && unit.iterations === undefined && unit.chunks === undefined;
    const delay = mayRetry
      ? retryDelaySeconds(step.retry, failures, error.kind, error.retry_after)
      : undefined;
    if (delay === undefined) this.fail(address, error, endsRun);
    else this.#retryIn(delay, address, error);
  }

  /** Fails a unit for good. @param endsRun a `fail` action asks for the end of the pipeline */
  fail(address: UnitAddress, error: Failure, endsRun = false): void {
    const { step } = this.#desk.source(address);
    const parent = parentOf(address);
    const goesOn = step.onFailure === 'continue';
    const isCollected = parent && this.#desk.unit(parent).iterations?.stopOnFailure === false;
    const ends = endsRun && !goesOn && !isCollected;
    this.#desk.record({
      type: 'step_failed',
      ...addressFields(address),
      attempt: Math.max(1, this.#desk.unit(address).attempts.length),
      error,
      ...(goesOn && !parent ? { tolerated: true } : {}),
      ...(ends ? { ends_run: true } : {}),
    });
    if (ends && parent) this.#endLoop(parent, address.iteration.at(-1) ?? 0, error);
  }

  /** Cancels a unit and everything below it. */
  cancel(address: UnitAddress, reason: string): void {
    const { status, attempts } = this.#desk.unit(address);
    if (isTerminal(status)) return;
    this.cancelIterations(address, reason);
    const attempt = attempts.length > 0 ? { attempt: attempts.length } : {};
    this.#desk.record({ type: 'step_cancelled', ...addressFields(address), ...attempt, reason });
    this.#flights.callOff(address, reason);
  }

  /** Cancels the iterations of a loop that are under way. */
  cancelIterations(loop: UnitAddress, reason: string): void {
    for (const [index, { status }] of [...(this.#desk.unit(loop).iterations?.units ?? [])]) {
      if (!isTerminal(status)) this.cancel(childOf(loop, index), reason);
    }
  }

  #retryIn(seconds: number, address: UnitAddress, error: Failure): void {
    const retryAt = new Date(this.#desk.now.getTime() + seconds * 1000).toISOString();
    const fields = { ...addressFields(address), attempt: this.#desk.unit(address).attempts.length };
    this.#desk.record({ type: 'step_retrying', ...fields, error, retry_at: retryAt });
    this.#desk.revealed.drop(address);
    this.#desk.wakeLater(address);
  }

  /** A `fail` inside a loop ends the pipeline, and the loop with it. */
  #endLoop(loop: UnitAddress, index: number, error: Failure): void {
    // Its path points into the action's own parameters, not into those of this step.
    const { path: _, ...rest } = error;
    const count = this.#desk.unit(loop).iterations?.total ?? 0;
    this.cancelIterations(loop, `iteration ${index + 1} ended the pipeline`);
    const message = `Iteration ${index + 1} of ${count} failed: ${error.message}`;
    this.fail(loop, { ...rest, message }, true);
  }
}
