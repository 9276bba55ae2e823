import type { Failure } from '../../errors';
import type { Graph } from '../../pipeline/graph';
import type { RunEventBody, SkipReason } from '../state/events';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import type { RunState } from '../state/state';
import type { UnitAddress } from '../state/unit';

export interface StopsOptions {
  readonly graph: Graph;
  readonly state: RunState;
  readonly record: (body: RunEventBody) => void;
  /** Cancels an active step. */
  readonly cancel: (address: UnitAddress, reason: string) => void;
}

/** What ends a run before all of its steps have: cancellation, its time limit, and `fail`. */
export class Stops {
  readonly #options: StopsOptions;
  #cancelRequested = false;
  #expired: Failure | undefined;
  #isStopped = false;
  #isEndingApplied = false;

  constructor(options: StopsOptions) {
    this.#options = options;
  }

  requestCancel(): void {
    this.#cancelRequested = true;
  }

  expire(failure: Failure): void {
    this.#expired = failure;
  }

  /** The failure of the whole run, once its time limit has passed. */
  get expired(): Failure | undefined {
    return this.#expired;
  }

  /** Stops what must stop now. Cancellation and the time limit stop everything; `fail` stops all but handlers. */
  apply(): void {
    const { state } = this.#options;
    if (state.ending && !this.#isEndingApplied) this.#applyEnding(state.ending.step);
    if (this.#isStopped) return;
    if (this.#cancelRequested || state.cancelRequested) {
      this.#isStopped = true;
      if (!state.cancelRequested) this.#options.record({ type: 'cancel_requested' });
      this.#stop(() => true, 'run_cancelled', 'the run was cancelled');
    } else if (this.#expired) {
      this.#isStopped = true;
      this.#stop(() => true, 'pipeline_failed', this.#expired.message);
    }
  }

  #applyEnding(by: string): void {
    this.#isEndingApplied = true;
    const isOrdinary = (id: string) => (this.#options.graph.steps.get(id)?.handles.size ?? 0) === 0;
    this.#stop(isOrdinary, 'pipeline_failed', by, `${by} ended the run`);
  }

  #stop(applies: (id: string) => boolean, reason: SkipReason, detail: string, cancelReason = detail): void {
    const { graph, state, record, cancel } = this.#options;
    const steps = graph.order.filter(applies);
    const status = (step: string) => (state.steps.get(step) ?? PENDING_UNIT).status;
    for (const step of steps) {
      if (status(step) !== 'pending' && !isTerminal(status(step)))
        cancel({ step, iteration: [] }, cancelReason);
    }
    for (const step of steps) {
      if (status(step) === 'pending') record({ type: 'step_skipped', step, reason, detail });
    }
  }
}
