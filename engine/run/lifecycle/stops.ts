import type { Failure } from '../../errors';
import type { RunContext } from '../context/run-context';
import type { SkipReason } from '../state/events';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import type { Endings } from '../units/endings';

/** What ends a run before all of its steps have: cancellation, its time limit, and `fail`. */
export class Stops {
  readonly #context: RunContext;
  readonly #endings: Endings;
  #cancelRequested = false;
  #expired: Failure | undefined;
  #isStopped = false;
  #isEndingApplied = false;

  constructor(context: RunContext, endings: Endings) {
    this.#context = context;
    this.#endings = endings;
  }

  requestCancel(): void {
    this.#cancelRequested = true;
    this.#context.turns.signal();
  }

  /** Ends the run at its next turn: its time limit has passed. */
  expire(failure: Failure): void {
    this.#expired = failure;
    this.#context.turns.signal();
  }

  /** The failure of the whole run, once its time limit has passed. */
  get expired(): Failure | undefined {
    return this.#expired;
  }

  /** Whether something was decided that `apply` has not stopped yet. */
  get isDue(): boolean {
    const { state } = this.#context;
    if (state.ending && !this.#isEndingApplied) return true;
    const isAsked = this.#cancelRequested || state.cancelRequested || this.#expired !== undefined;
    return isAsked && !this.#isStopped;
  }

  /** Stops what must stop now. Cancellation and the time limit stop everything; `fail` stops all but handlers. */
  apply(): void {
    const { state } = this.#context;
    if (state.ending && !this.#isEndingApplied) this.#applyEnding(state.ending.step);
    if (this.#isStopped) return;
    if (this.#cancelRequested || state.cancelRequested) {
      this.#isStopped = true;
      if (!state.cancelRequested) this.#context.record({ type: 'cancel_requested' });
      this.#stop(() => true, 'run_cancelled', state.cancelDetail ?? 'the run was cancelled');
    } else if (this.#expired) {
      this.#isStopped = true;
      this.#stop(() => true, 'pipeline_failed', this.#expired.message);
    }
  }

  #applyEnding(by: string): void {
    this.#isEndingApplied = true;
    const isOrdinary = (id: string) => (this.#context.graph.steps.get(id)?.handles.size ?? 0) === 0;
    this.#stop(isOrdinary, 'pipeline_failed', by, `${by} ended the run`);
  }

  #stop(applies: (id: string) => boolean, reason: SkipReason, detail: string, cancelReason = detail): void {
    const { graph, state } = this.#context;
    const steps = graph.order.filter(applies);
    const status = (step: string) => (state.steps.get(step) ?? PENDING_UNIT).status;
    for (const step of steps) {
      if (status(step) !== 'pending' && !isTerminal(status(step)))
        this.#endings.cancel({ step, iteration: [] }, cancelReason);
    }
    for (const step of steps) {
      if (status(step) === 'pending') this.#context.record({ type: 'step_skipped', step, reason, detail });
    }
  }
}
