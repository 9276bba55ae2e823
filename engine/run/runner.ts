import type { Catalogue } from '../catalogue';
import type { Failure } from '../errors';
import { buildGraph, type Graph } from '../pipeline/graph';
import { DEFAULT_MAX_PARALLEL_STEPS, type Pipeline } from '../pipeline/schema';
import type { Clock, Http, Secrets } from '../ports';
import type { RunEvent, RunEventBody, SkipReason } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import type { InterruptAnswer } from './interruption';
import type { Journal } from './journal';
import { Frontier, judge } from './plan';
import { Recorder } from './recorder';
import { runEnd, stuckEnd } from './run-end';
import { runScope } from './scope';
import { Slots } from './slots';
import type { RunState, UnitState } from './state';
import { Timers } from './timers';
import { addressOf, findUnit, type UnitAddress } from './unit';
import { UnitDriver } from './unit-driver';

export type { InterruptAnswer } from './interruption';

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

/** Events recorded in one go before they are written: bounds a batch and lets other runs have their turn. */
const EVENTS_PER_TURN = 1000;
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
  readonly #slots: Slots;
  readonly #due: UnitAddress[] = [];
  readonly #answers: { readonly address: UnitAddress; readonly answer: InterruptAnswer }[] = [];
  #ended = 0;
  #endingObeyed = false;
  #expired: Failure | undefined;
  #cancelAsked = false;
  #stopped = false;
  #abandoned = false;
  #fault: { readonly error: unknown } | undefined;
  #signalled = false;
  #wake: (() => void) | undefined;
  /** Ends the wait for a write that is under way. */
  #leave: () => void = () => undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.state = options.state;
    this.#graph = buildGraph(options.pipeline, options.catalogue.descriptors);
    this.#frontier = new Frontier(this.#graph, this.state);
    this.#timers = new Timers(options.clock);
    this.#slots = new Slots(options.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS);
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
      fault: (error) => {
        this.#fault ??= { error };
        this.#signal();
      },
    });
    for (const id of this.#graph.steps.keys()) if (isTerminal(this.#unit(id).status)) this.#ended += 1;
  }

  /** Runs until the run has ended or only long waits remain. @throws what the journal threw; nothing more is written then */
  async run(): Promise<RunnerEnd> {
    try {
      if (isTerminal(this.state.status)) return { ended: true };
      this.#begin();
      for (;;) {
        const end = await this.#turn();
        if (end) return end;
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
    this.#answers.push({ address: { step: unit.step, iteration: unit.iteration ?? [] }, answer });
    this.#signal();
  }

  /** Stops at once and writes nothing more: the lease is lost, or the process is going down. */
  abandon(): void {
    this.#abandoned = true;
    this.#recorder.close();
    this.#timers.clearAll();
    this.#driver.abandon();
    this.#leave();
    this.#signal();
  }

  /** Picks up the run: what was decided about the whole of it first, so that nothing starts that must stop. */
  #begin(): void {
    if (this.state.status === 'pending') this.#record({ type: 'run_started' });
    this.#limitTime();
    this.#obeyStops();
    for (const [step, unit] of [...this.state.steps]) {
      if (unit.status === 'running') this.#slots.hold(step);
      this.#driver.recover({ step, iteration: [] }, unit);
    }
  }

  /** Does what can be done now, makes it durable, starts the effects that follow from it, then waits for news. */
  async #turn(): Promise<RunnerEnd | undefined> {
    this.#signalled = false;
    this.#advance();
    const takeOff = this.#driver.takeOff();
    await this.#flush();
    if (this.#fault) throw this.#fault.error;
    if (this.#abandoned) return { ended: false, wakeAt: undefined };
    takeOff();
    if (isTerminal(this.state.status)) return this.#end();
    if (this.#signalled || this.#hasWork()) return undefined;
    if (this.#mayPark()) return this.#park();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return undefined;
  }

  /** Makes what was recorded durable; a run that is abandoned does not wait for a write that hangs. */
  #flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#leave = resolve;
      this.#recorder.flush(() => this.#wakeAt()).then(resolve, reject);
    });
  }

  #signal(): void {
    this.#signalled = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  #unit(id: string): UnitState {
    return this.state.steps.get(id) ?? PENDING_UNIT;
  }

  /** Records an event, and keeps count of what follows from it. What has ended hears nothing more. */
  #record(body: RunEventBody): void {
    if (this.#abandoned || isTerminal(this.state.status)) return;
    if (!('step' in body) || body.type === 'run_failed' || body.type === 'output_set') {
      this.#recorder.record(body);
      return;
    }
    const address = addressOf(body);
    if (isTerminal(findUnit(this.state, address)?.status ?? 'pending')) return;
    this.#recorder.record(body);
    if (body.type === 'step_logged') return;
    const { status } = findUnit(this.state, address) ?? PENDING_UNIT;
    if (address.iteration.length === 0) this.#keepSlot(address.step, status === 'running');
    if (!isTerminal(status)) return;
    this.#driver.forget(address);
    if (address.iteration.length > 0) return;
    this.#ended += 1;
    this.#frontier.ended(address.step);
  }

  #keepSlot(step: string, isRunning: boolean): void {
    if (isRunning) this.#slots.hold(step);
    else this.#slots.release(step);
  }

  /** Everything that can happen now without waiting for the world. */
  #advance(): void {
    if (this.#abandoned) return;
    this.#obeyStops();
    for (const { address, answer } of this.#answers.splice(0)) this.#driver.answer(address, answer);
    let isMore = true;
    while (isMore && this.#recorder.pending < EVENTS_PER_TURN) {
      if (this.state.ending && !this.#endingObeyed) this.#obeyEnding();
      isMore = this.#goOnNext() || this.#startNext();
    }
    this.#finishIfDone();
  }

  #goOnNext(): boolean {
    const address = this.#due.shift();
    if (!address) return false;
    const isStep = address.iteration.length === 0;
    if (!isStep || !this.#driver.wantsAttempt(address)) this.#driver.goOn(address);
    else if (this.#slots.isOpen || this.#slots.holds(address.step)) this.#again(address.step);
    else this.#slots.enqueue(address.step);
    return true;
  }

  #startNext(): boolean {
    const waited = this.#slots.next();
    const id = waited ?? this.#frontier.take();
    if (id === undefined) return false;
    if (this.#unit(id).status === 'pending') this.#judge(id, waited !== undefined);
    else if (waited !== undefined) this.#again(id);
    return true;
  }

  /** Another attempt of a step that has waited: for its time, for a person, or for a place. */
  #again(step: string): void {
    const address = { step, iteration: [] };
    if (!this.#driver.wantsAttempt(address)) return;
    this.#slots.hold(step);
    this.#driver.goOn(address);
  }

  #judge(id: string, hasWaited: boolean): void {
    const verdict = judge(this.#graph, this.state, id, runScope(this.state, this.#options.clock.now()));
    if (verdict.do === 'skip') this.#skip(id, verdict.reason, verdict.detail);
    if (verdict.do === 'fail') this.#driver.failBeforeStart({ step: id, iteration: [] }, verdict.error);
    if (verdict.do !== 'start') return;
    if (!hasWaited && !this.#slots.isOpen) {
      this.#slots.enqueue(id);
      return;
    }
    // Held from now on: its secrets may be on their way before it runs.
    this.#slots.hold(id);
    this.#driver.begin({ step: id, iteration: [] });
  }

  #skip(step: string, reason: SkipReason, detail: string | undefined): void {
    this.#record({ type: 'step_skipped', step, reason, ...(detail === undefined ? {} : { detail }) });
  }

  /** Cancellation and the time limit stop everything; `fail` all but handlers. */
  #obeyStops(): void {
    if (this.state.ending && !this.#endingObeyed) this.#obeyEnding();
    if (this.#stopped) return;
    if (this.#cancelAsked || this.state.cancelRequested) {
      this.#stopped = true;
      if (!this.state.cancelRequested) this.#record({ type: 'cancel_requested' });
      this.#stopAll(() => true, 'run_cancelled', 'the run was cancelled');
    } else if (this.#expired) {
      this.#stopped = true;
      this.#stopAll(() => true, 'pipeline_failed', this.#expired.message);
    }
  }

  /** `fail` ends the pipeline: what is in flight is cancelled and what has not started is skipped, except handlers. */
  #obeyEnding(): void {
    this.#endingObeyed = true;
    const by = this.state.ending?.step ?? '';
    const isOrdinary = (id: string) => (this.#graph.steps.get(id)?.handles.size ?? 0) === 0;
    this.#stopAll(isOrdinary, 'pipeline_failed', by, `${by} ended the pipeline`);
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
    const { pipeline, clock } = this.#options;
    if (this.#ended >= this.#graph.steps.size) {
      this.#record(runEnd(pipeline, this.state, clock.now(), this.#expired));
    } else if (this.#isStuck()) this.#record(stuckEnd(pipeline, this.state, clock.now()));
  }

  /** Nothing is left that could ever bring a step forward. */
  #isStuck(): boolean {
    const timers = this.#timers.size - (this.#timers.has(RUN_TIMER) ? 1 : 0);
    return !this.#hasWork() && !this.#driver.isBusy && timers === 0 && this.state.status !== 'waiting';
  }

  #limitTime(): void {
    const seconds = this.#options.pipeline.settings.timeout_seconds;
    const started = this.state.startedAt;
    if (seconds === undefined || started === undefined) return;
    const at = new Date(Date.parse(started) + seconds * 1000);
    const expire = () => {
      this.#expired = { kind: 'timeout', message: `The run took longer than its limit of ${seconds} s.` };
      this.#signal();
    };
    if (at <= this.#options.clock.now()) expire();
    else this.#timers.set(RUN_TIMER, at, expire);
  }

  #hasWork(): boolean {
    return this.#due.length > 0 || this.#frontier.ready.length > 0 || this.#slots.hasNext;
  }

  #wakeAt(): string | undefined {
    if (this.#driver.isBusy || this.#hasWork() || isTerminal(this.state.status)) return undefined;
    const { next } = this.#timers;
    return next === undefined ? undefined : new Date(next).toISOString();
  }

  #mayPark(): boolean {
    const { parkAfterMs } = this.#options;
    if (this.#driver.isBusy || parkAfterMs === undefined) return false;
    const { next } = this.#timers;
    return next === undefined || next - this.#options.clock.now().getTime() > parkAfterMs;
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
