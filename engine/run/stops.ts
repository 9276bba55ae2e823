import type { Failure } from '../errors';
import type { Graph } from '../pipeline/graph';
import type { RunEventBody, SkipReason } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import type { RunState } from './state';
import type { UnitAddress } from './unit';

export interface StopsOptions {
  readonly graph: Graph;
  readonly state: RunState;
  readonly record: (body: RunEventBody) => void;
  /** Cancels a step that is under way. */
  readonly cancel: (address: UnitAddress, reason: string) => void;
}

/** What ends a run before all of its steps have: cancellation, its time limit, and `fail`. */
export class Stops {
  readonly #options: StopsOptions;
  #cancelAsked = false;
  #expired: Failure | undefined;
  #isStopped = false;
  #isEndingObeyed = false;

  constructor(options: StopsOptions) {
    this.#options = options;
  }

  /** Somebody asks for cancellation. */
  askCancel(): void {
    this.#cancelAsked = true;
  }

  /** The time of the run is up. */
  expire(failure: Failure): void {
    this.#expired = failure;
  }

  /** Why the run as a whole has failed, once its time is up. */
  get expired(): Failure | undefined {
    return this.#expired;
  }

  /** Stops what must stop now. Cancellation and the time limit stop everything; `fail` all but handlers. */
  obey(): void {
    const { state } = this.#options;
    if (state.ending && !this.#isEndingObeyed) this.#obeyEnding(state.ending.step);
    if (this.#isStopped) return;
    if (this.#cancelAsked || state.cancelRequested) {
      this.#isStopped = true;
      if (!state.cancelRequested) this.#options.record({ type: 'cancel_requested' });
      this.#stop(() => true, 'run_cancelled', 'the run was cancelled');
    } else if (this.#expired) {
      this.#isStopped = true;
      this.#stop(() => true, 'pipeline_failed', this.#expired.message);
    }
  }

  #obeyEnding(by: string): void {
    this.#isEndingObeyed = true;
    const isOrdinary = (id: string) => (this.#options.graph.steps.get(id)?.handles.size ?? 0) === 0;
    this.#stop(isOrdinary, 'pipeline_failed', by, `${by} ended the pipeline`);
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
