import type { Failure } from '../../errors';
import type { RunContext } from '../context/run-context';
import type { Pauses } from '../debug/pauses';
import { maskFailure } from '../masking/mask';
import { checkedBy } from '../state/checks';
import { isTerminal } from '../state/fold';
import { addressFields, childOf, parentOf, type UnitAddress } from '../state/unit';
import { withCause } from './failure-cause';
import { retryDelaySeconds } from './retry';

/** Ends units that did not complete: retries, failures, cancellation. */
export class Endings {
  readonly #context: RunContext;
  readonly #pauses: Pauses;

  constructor(context: RunContext, pauses: Pauses) {
    this.#context = context;
    this.#pauses = pauses;
  }

  /** Retries the unit as its `retry` permits; otherwise fails it. A loop retries its iterations, not itself. */
  settleFailure(address: UnitAddress, failure: Failure, endsRun = false): void {
    const { step } = this.#context.source(address);
    const unit = this.#context.unit(address);
    if (isTerminal(unit.status)) return;
    const error = maskFailure(failure, this.#context.revealed.hidden(address));
    const failures = unit.attempts.filter(({ status }) => status === 'failed').length + 1;
    const mayRetry = !endsRun && unit.iterations === undefined && unit.chunks === undefined;
    const delay = mayRetry
      ? retryDelaySeconds(step.retry, failures, error.kind, error.retry_after)
      : undefined;
    if (delay === undefined) this.failOrPause(address, error, endsRun);
    else this.#retryIn(delay, address, error);
  }

  /** Fails a unit, or pauses it where a breakpoint asks for that. */
  failOrPause(address: UnitAddress, failure: Failure, endsRun = false): void {
    if (isTerminal(this.#context.unit(address).status)) return;
    const again = () => this.failOrPause(address, failure, endsRun);
    if (!this.#pauses.pauseOnFailure(address, { failure, endsRun }, again))
      this.fail(address, failure, endsRun);
  }

  /** Fails a unit permanently. @param endsRun a `fail` action ends the pipeline */
  fail(address: UnitAddress, failure: Failure, endsRun = false): void {
    const source = this.#context.source(address);
    const { step } = source;
    const error = withCause(failure, source, this.#context.state);
    const parent = parentOf(address);
    const continues = step.onFailure === 'continue';
    const isCollected = parent && this.#context.unit(parent).iterations?.stopOnFailure === false;
    const ends = endsRun && !continues && !isCollected;
    this.#count(address, error);
    this.#context.record({
      type: 'step_failed',
      ...addressFields(address),
      attempt: Math.max(1, this.#context.unit(address).attempts.length),
      error,
      ...(continues && !parent ? { tolerated: true } : {}),
      ...(ends ? { ends_run: true } : {}),
    });
    if (ends && parent) this.#endLoop(parent, address.iteration.at(-1) ?? 0, error);
  }

  /** Cancels a unit and everything below it. */
  cancel(address: UnitAddress, reason: string): void {
    const { status, attempts } = this.#context.unit(address);
    if (isTerminal(status)) return;
    this.cancelIterations(address, reason);
    const attempt = attempts.length > 0 ? { attempt: attempts.length } : {};
    this.#context.record({ type: 'step_cancelled', ...addressFields(address), ...attempt, reason });
  }

  /** Cancels the active iterations of a loop. */
  cancelIterations(loop: UnitAddress, reason: string): void {
    for (const [index, { status }] of [...(this.#context.unit(loop).iterations?.units ?? [])]) {
      if (!isTerminal(status)) this.cancel(childOf(loop, index), reason);
    }
  }

  #retryIn(seconds: number, address: UnitAddress, error: Failure): void {
    this.#count(address, error);
    const retryAt = new Date(this.#context.now.getTime() + seconds * 1000).toISOString();
    const fields = { ...addressFields(address), attempt: this.#context.unit(address).attempts.length };
    this.#context.record({ type: 'step_retrying', ...fields, error, retry_at: retryAt });
    this.#context.revealed.drop(address);
    this.#context.wakeLater(address);
  }

  #count(address: UnitAddress, error: Failure): void {
    const { memoryUse, state } = this.#context;
    memoryUse.addFailure(error, checkedBy(state, address));
  }

  /** A `fail` inside a loop ends the pipeline, and the loop with it. */
  #endLoop(loop: UnitAddress, index: number, error: Failure): void {
    // Its path points into the action's own parameters, not into those of this step.
    const { path: _, ...rest } = error;
    const count = this.#context.unit(loop).iterations?.total ?? 0;
    this.cancelIterations(loop, `iteration ${index + 1} ended the pipeline`);
    const message = `Iteration ${index + 1} of ${count} failed: ${error.message}`;
    this.fail(loop, { ...rest, message }, true);
  }
}
