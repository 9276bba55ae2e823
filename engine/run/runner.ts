import type { Catalogue } from '../catalogue';
import type { Failure } from '../errors';
import { buildGraph, type Graph } from '../pipeline/graph';
import { DEFAULT_MAX_PARALLEL_STEPS, type Pipeline } from '../pipeline/schema';
import type { Clock, Http, Secrets } from '../ports';
import type { RunEvent, RunEventBody, SkipReason } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import type { Journal } from './journal';
import { resolveOutputs } from './outputs';
import { Frontier, judge } from './plan';
import { Recorder } from './recorder';
import { runScope } from './scope';
import type { RunState, UnitState } from './state';
import { Timers } from './timers';
import { addressOf, findUnit, parentOf, type UnitAddress } from './unit';
import { UnitDriver } from './unit-driver';

export interface RunnerOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  /** Folded from the journal, payloads loaded. Its first event is `run_created`. */
  readonly state: RunState;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly http: Http;
  /** Longest wait to sit through in memory, ms; a longer one parks the run. @default Infinity */
  readonly parkAfterMs?: number;
  /** Told of every event as it is recorded, before it is durable. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** How `run` came to an end: the run has ended, or it rests until `wakeAt` (undefined: until a person answers). */
export type RunnerEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly wakeAt: string | undefined };

/** A person's answer about an attempt that was interrupted. Rules, section 8. */
export type InterruptAnswer = 'happened' | 'retry' | 'fail';

/** Steps started in one go before their events are written: bounds a batch and lets other runs have their turn. */
const STARTS_PER_TURN = 500;
const RUN_TIMER = '(run)';

/**
 * Carries one run from its journal to its end. It plans, performs and records; all it knows is in the journal, so
 * another runner can take over from any event. Events are durable before any effect that follows from them starts.
 */
export class Runner {
  readonly state: RunState;
  readonly #options: RunnerOptions;
  readonly #graph: Graph;
  readonly #frontier: Frontier;
  readonly #recorder: Recorder;
  readonly #timers: Timers;
  readonly #driver: UnitDriver;
  readonly #due: UnitAddress[] = [];
  /** Steps judged fit to start that wait for a free slot. */
  readonly #queued: string[] = [];
  /** Top-level steps that hold one of `max_parallel_steps` slots. */
  readonly #active = new Set<string>();
  #ended = 0;
  #endingObeyed = false;
  #expired: Failure | undefined;
  #expiredObeyed = false;
  #cancelObeyed = false;
  #cancelAsked = false;
  #abandoned = false;
  #signalled = false;
  #wake: (() => void) | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.state = options.state;
    this.#graph = buildGraph(options.pipeline, options.catalogue.descriptors);
    this.#frontier = new Frontier(this.#graph, this.state);
    this.#timers = new Timers(options.clock);
    const { state, journal, clock, onEvent } = options;
    this.#recorder = new Recorder({ state, journal, clock, onEvent });
    this.#driver = new UnitDriver({
      ...options,
      graph: this.#graph,
      timers: this.#timers,
      record: (body) => this.#record(body),
      goOnLater: (address) => {
        this.#due.push(address);
        this.#signal();
      },
      signal: () => this.#signal(),
    });
    for (const id of this.#graph.steps.keys()) if (isTerminal(this.#unit(id).status)) this.#ended += 1;
  }

  /** Runs until the run has ended or only long waits remain. @throws what the journal threw; nothing more is written then */
  async run(): Promise<RunnerEnd> {
    try {
      if (this.state.status === 'pending') this.#record({ type: 'run_started' });
      this.#limitTime();
      this.#recover();
      for (;;) {
        this.#signalled = false;
        this.#advance();
        await this.#recorder.flush(() => this.#wakeAt());
        if (this.#abandoned) return { ended: false, wakeAt: undefined };
        this.#driver.launch();
        if (isTerminal(this.state.status)) return this.#end();
        if (this.#signalled || this.#hasWork()) continue;
        if (this.#mayPark()) return this.#park();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        if (this.#abandoned) return { ended: false, wakeAt: undefined };
      }
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Asks for cancellation: aborts what is in flight, starts nothing more. */
  cancel(): void {
    this.#cancelAsked = true;
    this.#signal();
  }

  /** Answers an `unknown_effect` wait; an answer that no unit waits for is ignored. */
  resolveInterrupted(unit: { step: string; iteration?: readonly number[] }, answer: InterruptAnswer): void {
    this.#driver.answer({ step: unit.step, iteration: unit.iteration ?? [] }, answer);
    this.#signal();
  }

  /** Stops at once and writes nothing more: the lease is lost, or the process is going down. */
  abandon(): void {
    this.#abandoned = true;
    this.#timers.clearAll();
    this.#driver.abandon();
    this.#signal();
  }

  #signal(): void {
    this.#signalled = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  #unit(id: string): UnitState {
    return this.state.steps.get(id) ?? PENDING_UNIT;
  }

  #record(body: RunEventBody): void {
    if (this.#abandoned || isTerminal(this.state.status)) return;
    this.#recorder.record(body);
    if (!('step' in body) || body.type === 'run_failed' || body.type === 'output_set') return;
    const address = addressOf(body);
    const unit = findUnit(this.state, address);
    if (!unit || body.type === 'step_logged') return;
    if (address.iteration.length === 0) this.#trackStep(address.step, unit);
    if (!isTerminal(unit.status)) return;
    this.#driver.forget(address);
    const parent = parentOf(address);
    if (parent) this.#due.push(parent);
  }

  #trackStep(id: string, unit: UnitState): void {
    if (unit.status === 'running') this.#active.add(id);
    else this.#active.delete(id);
    if (!isTerminal(unit.status)) return;
    this.#ended += 1;
    this.#frontier.ended(id);
  }

  /** Everything that can happen now without waiting for the world. */
  #advance(): void {
    if (this.#abandoned) return;
    if ((this.#cancelAsked || this.state.cancelRequested) && !this.#cancelObeyed) this.#obeyCancel();
    if (this.#expired && !this.#expiredObeyed) this.#obeyTimeLimit(this.#expired);
    for (let turns = 0; turns < STARTS_PER_TURN; turns += 1) {
      if (this.state.ending && !this.#endingObeyed) this.#obeyEnding();
      const due = this.#due.shift();
      if (due) this.#driver.goOn(due);
      else if (!this.#startNext()) break;
    }
    this.#finishIfDone();
  }

  #startNext(): boolean {
    const limit = this.#options.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS;
    const isFree = this.#active.size < limit;
    const id = this.#frontier.take() ?? (isFree ? this.#queued.shift() : undefined);
    if (id === undefined) return false;
    if (this.#unit(id).status !== 'pending') return true;
    const verdict = judge(this.#graph, this.state, id, runScope(this.state, this.#options.clock.now()));
    switch (verdict.do) {
      case 'wait':
        return true;
      case 'skip':
        this.#skip(id, verdict.reason, verdict.detail);
        return true;
      case 'fail':
        this.#driver.failBeforeStart({ step: id, iteration: [] }, verdict.error);
        return true;
      case 'start':
        if (isFree) this.#driver.begin({ step: id, iteration: [] });
        else this.#queued.push(id);
        return isFree || this.#frontier.ready.length > 0;
    }
  }

  #skip(step: string, reason: SkipReason, detail: string | undefined): void {
    this.#record({ type: 'step_skipped', step, reason, ...(detail === undefined ? {} : { detail }) });
  }

  #obeyCancel(): void {
    this.#cancelObeyed = true;
    if (!this.state.cancelRequested) this.#record({ type: 'cancel_requested' });
    this.#stopAll(() => true, 'run_cancelled', 'the run was cancelled');
  }

  #obeyTimeLimit(failure: Failure): void {
    this.#expiredObeyed = true;
    this.#stopAll(() => true, 'pipeline_failed', failure.message);
  }

  /** `fail` ends the pipeline: what is in flight is cancelled and what has not started is skipped, except handlers. */
  #obeyEnding(): void {
    this.#endingObeyed = true;
    const by = this.state.ending?.step ?? '';
    this.#stopAll(
      (id) => (this.#graph.steps.get(id)?.handles.size ?? 0) === 0,
      'pipeline_failed',
      by,
      `${by} ended the pipeline`,
    );
  }

  #stopAll(
    applies: (id: string) => boolean,
    reason: SkipReason,
    detail: string,
    cancelReason = detail,
  ): void {
    const ids = this.#graph.order.filter(applies);
    for (const step of ids) {
      const { status } = this.#unit(step);
      if (status !== 'pending' && !isTerminal(status))
        this.#driver.cancel({ step, iteration: [] }, cancelReason);
    }
    for (const step of ids) if (this.#unit(step).status === 'pending') this.#skip(step, reason, detail);
  }

  #finishIfDone(): void {
    if (isTerminal(this.state.status)) return;
    const isStuck =
      !this.#hasWork() && !this.#driver.isBusy && this.#timers.next === undefined && !this.#asksPerson();
    if (this.#ended < this.#graph.steps.size && !isStuck) return;
    const { state } = this;
    const { outputs, error } = resolveOutputs(this.#options.pipeline, state, this.#options.clock.now());
    if (this.#ended < this.#graph.steps.size) {
      const message = 'Steps are left that can never start. Look for a cycle in what they depend on.';
      this.#record({ type: 'run_failed', error: { kind: 'internal', message }, outputs });
      return;
    }
    const failure = this.#failure() ?? (error && { error });
    if (state.cancelRequested) this.#record({ type: 'run_cancelled', outputs });
    else if (failure) this.#record({ type: 'run_failed', ...failure, outputs });
    else this.#record({ type: 'run_completed', outputs });
  }

  /** What failed the run: the `fail` action, the time limit, or the step that failed first. */
  #failure(): { error: Failure; step?: string } | undefined {
    if (this.#expired) return { error: this.#expired };
    if (this.state.ending) return this.state.ending;
    let first: { error: Failure; step: string; at: string } | undefined;
    for (const [step, unit] of this.state.steps) {
      if (unit.status !== 'failed' || unit.tolerated || !unit.error) continue;
      const at = unit.finishedAt ?? '';
      if (!first || at < first.at) first = { error: unit.error, step, at };
    }
    return first && { error: first.error, step: first.step };
  }

  #limitTime(): void {
    const seconds = this.#options.pipeline.settings.timeout_seconds;
    const started = this.state.startedAt;
    if (seconds === undefined || started === undefined) return;
    this.#timers.set(RUN_TIMER, new Date(Date.parse(started) + seconds * 1000), () => {
      this.#expired = { kind: 'timeout', message: `The run took longer than its limit of ${seconds} s.` };
      this.#signal();
    });
  }

  /** Picks up whatever an earlier runner left: timers, loops, and attempts that were in flight when it died. */
  #recover(): void {
    for (const [step, unit] of [...this.state.steps]) {
      if (unit.status === 'running') this.#active.add(step);
      this.#driver.recover({ step, iteration: [] }, unit);
    }
  }

  #hasWork(): boolean {
    const limit = this.#options.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS;
    const canStart = this.#queued.length > 0 && this.#active.size < limit;
    return this.#due.length > 0 || this.#frontier.ready.length > 0 || canStart;
  }

  #asksPerson(): boolean {
    return this.state.counts.waiting > 0;
  }

  #wakeAt(): string | undefined {
    if (this.#driver.isBusy || isTerminal(this.state.status)) return undefined;
    const { next } = this.#timers;
    return next === undefined ? undefined : new Date(next).toISOString();
  }

  #mayPark(): boolean {
    if (this.#driver.isBusy) return false;
    const { next } = this.#timers;
    if (next === undefined) return this.#options.parkAfterMs !== undefined;
    return (
      next - this.#options.clock.now().getTime() > (this.#options.parkAfterMs ?? Number.POSITIVE_INFINITY)
    );
  }

  #park(): RunnerEnd {
    const wakeAt = this.#wakeAt();
    this.#timers.clearAll();
    return { ended: false, wakeAt };
  }

  #end(): RunnerEnd {
    this.#timers.clearAll();
    return { ended: true };
  }
}
