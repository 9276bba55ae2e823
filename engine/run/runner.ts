import type { Json } from '../json';
import { buildGraph, type Graph } from '../pipeline/graph';
import { type Ask, Asks } from './asks';
import { dropOldChecks } from './checks';
import { chunkEnd, chunkPipeline } from './chunks';
import type { RunEventBody } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import { Holdings } from './holdings';
import type { InterruptAnswer } from './interruption';
import { Recorder } from './recorder';
import { runEnd, stuckEnd } from './run-end';
import type { RunnerOptions } from './runner-options';
import { Schedule } from './schedule';
import type { MemoryShare } from './shared-memory';
import { publicRunId, type RunState } from './state';
import { Stops } from './stops';
import { TimeLimit } from './time-limit';
import { Timers } from './timers';
import { addressOf, findUnit, type UnitAddress } from './unit';
import { UnitDriver } from './unit-driver';
import type { NotLoaded } from './values';

export type { InterruptAnswer } from './interruption';
export type { RunnerOptions } from './runner-options';

/** How `run` came to an end: the run has ended, or it rests until `wakeAt` (undefined: until somebody asks something of it). */
export type RunnerEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly wakeAt: string | undefined };

/** Events recorded in one go before they are written: bounds a batch and lets other runs have their turn. */
const EVENTS_PER_TURN = 1000;

/** Values recorded in one go before they are written, in bytes of JSON text: they are in memory once more as text. */
const BYTES_PER_TURN = 4_000_000;

/** How long a run may decide before others have their turn, in ms. */
const TURN_MS = 20;

/**
 * Carries one run from its journal to its end. It plans, performs and records; all it knows is in the journal, so
 * another runner can take over from any event. Events are durable before any effect that follows from them starts.
 */
export class Runner {
  /** As its journal tells it, without the values of checks that no condition reads again. */
  readonly state: RunState;
  readonly #options: RunnerOptions;
  readonly #graph: Graph;
  readonly #recorder: Recorder;
  readonly #timers: Timers;
  readonly #driver: UnitDriver;
  readonly #schedule: Schedule;
  readonly #stops: Stops;
  readonly #limit: TimeLimit;
  readonly #asks: Asks;
  readonly #holdings: Holdings;
  readonly #memory: MemoryShare | undefined;
  readonly #due: UnitAddress[] = [];
  readonly #answers: { readonly address: UnitAddress; readonly answer: InterruptAnswer }[] = [];
  #abandoned = false;
  #isParked = false;
  #isDeaf = false;
  /** When others are to have their turn, in ms since 1970. */
  #turnEnd = 0;
  /** Nothing may start for now: the process is unsure of the run, or leaves it. */
  #rest: 'stay' | 'leave' | undefined;
  #fault: { readonly error: unknown } | undefined;
  #signalled = false;
  #wake: (() => void) | undefined;
  /** Ends the wait for a write that is under way. */
  #leave: () => void = () => undefined;

  constructor(given: RunnerOptions) {
    const { chunk } = given.state;
    const options = chunk ? { ...given, pipeline: chunkPipeline(given.pipeline, chunk) } : given;
    this.#options = options;
    this.state = options.state;
    this.#graph = buildGraph(options.pipeline, options.catalogue.descriptors);
    this.#timers = new Timers(options.clock);
    const { state, journal, clock, onEvent } = options;
    this.#recorder = new Recorder({ state, journal, clock, onEvent });
    this.#holdings = new Holdings(dropOldChecks(state));
    this.#memory = options.memory?.join(publicRunId(state), () => this.#signal());
    this.#driver = this.#newDriver();
    const record = (body: RunEventBody): void => this.#record(body);
    this.#asks = new Asks(state, record);
    this.#schedule = new Schedule({
      graph: this.#graph,
      state,
      clock,
      driver: this.#driver,
      record,
      goOnLater: (address) => this.#goOnLater(address),
    });
    this.#stops = new Stops({
      graph: this.#graph,
      state,
      record,
      cancel: (address, reason) => this.#driver.cancel(address, reason),
    });
    this.#limit = new TimeLimit({
      seconds: options.pipeline.settings.timeout_seconds,
      state,
      clock,
      timers: this.#timers,
      expire: (failure) => {
        this.#stops.expire(failure);
        this.#signal();
      },
    });
  }

  #newDriver(): UnitDriver {
    return new UnitDriver({
      ...this.#options,
      graph: this.#graph,
      timers: this.#timers,
      holdings: this.#holdings,
      record: (body) => this.#record(body),
      hasRoom: () => this.#hasRoom(),
      goOnLater: (address) => this.#goOnLater(address),
      signal: () => this.#signal(),
      quarantine: (detail) => this.quarantine(detail),
      fault: (error) => {
        this.#fault ??= { error };
        this.#signal();
      },
    });
  }

  #goOnLater(address: UnitAddress): void {
    this.#due.push(address);
    this.#signal();
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
    } finally {
      this.#memory?.leave();
    }
  }

  /** Asks for cancellation: aborts what is in flight, starts nothing more. */
  cancel(): void {
    this.#stops.askCancel();
    this.#signal();
  }

  /** Looks how loops in parts stand: one of the parts may have ended. */
  hear(): void {
    this.#isDeaf = this.#isParked;
    this.#driver.hear();
  }

  /** It was told of news after it had decided to rest: it must be woken again. */
  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** Takes another turn, whether there is news or not; `onRest` is told again after it. */
  lookAgain(): void {
    this.#signal();
  }

  /** Starts nothing more until `resume`; what is in flight ends. @param command its number, so that it is heard once */
  pause(command?: number): void {
    this.#ask({ do: 'pause' }, command);
  }

  /** Goes on with a run that is held, for whatever reason. @param command its number, so that it is heard once */
  resume(command?: number): void {
    this.#ask({ do: 'resume' }, command);
  }

  /** Sends a value, which conditions read as `signals.<name>`. @param command its number, so that it is heard once */
  sendSignal(name: string, value: Json, command?: number): void {
    this.#ask({ do: 'signal', name, value }, command);
  }

  /** Starts nothing more: too many workers died while they held the run. @param detail a sentence for people */
  quarantine(detail: string): void {
    this.#ask({ do: 'quarantine', detail });
  }

  /** Number of the newest command that was heard: those up to it need not be given again. */
  get heard(): number {
    return this.#asks.heard;
  }

  /** Answers an `unknown_effect` wait; an answer that no unit waits for is ignored. */
  resolveInterrupted(unit: { step: string; iteration?: readonly number[] }, answer: InterruptAnswer): void {
    this.#answers.push({ address: { step: unit.step, iteration: unit.iteration ?? [] }, answer });
    this.#signal();
  }

  /**
   * Starts nothing for now, unknown to the journal; what is in flight ends and is recorded. Then `run` waits for `rouse`
   * (`stay`), or returns (`leave`).
   */
  rest(how: 'stay' | 'leave'): void {
    this.#rest = how;
    this.#signal();
  }

  /** Starts things again after a rest. */
  rouse(): void {
    if (this.#rest === undefined) return;
    this.#rest = undefined;
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
    this.#obey();
    // Its parts may not have heard of it yet.
    if (this.state.hold) this.#driver.obeyHold();
    for (const [step, unit] of [...this.state.steps]) {
      this.#driver.recover({ step, iteration: [] }, unit);
    }
  }

  #ask(ask: Ask, command?: number): void {
    this.#asks.add(ask, command);
    this.#signal();
  }

  /** Does what was asked of the whole run. */
  #obey(): void {
    const { hold, signals } = this.state;
    this.#asks.obey();
    if (this.state.status === 'pending' && !this.state.hold) this.#record({ type: 'run_started' });
    this.#limit.keep();
    if (hold !== this.state.hold) this.#driver.obeyHold();
    if (signals !== this.state.signals) this.#driver.hearSignals();
    this.#stops.obey();
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
      if (!this.#driver.isThinking && !this.#isHeldUp)
        this.#options.onRest?.(this.state.hold ? undefined : this.#timers.next);
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
    if (isTerminal(status)) this.#driver.forget(address);
    if (address.iteration.length === 0) this.#schedule.changed(address.step, status);
  }

  /** Everything that can happen now without waiting for the world. */
  #advance(): void {
    if (this.#abandoned) return;
    this.#obey();
    for (const { address, answer } of this.#answers.splice(0)) this.#driver.answer(address, answer);
    let isMore = true;
    this.#turnEnd = this.#options.clock.now().getTime() + TURN_MS;
    while (isMore && !this.#abandoned && !this.#isStill && this.#hasRoom()) {
      this.#stops.obey();
      const due = this.#due.shift();
      if (due) this.#schedule.goOn(due);
      else isMore = this.#schedule.next();
    }
    this.#finishIfDone();
  }

  /** More may be recorded before it is written, and other runs have their turn. */
  #hasRoom(): boolean {
    const { pending, pendingBytes } = this.#recorder;
    if (pending >= EVENTS_PER_TURN || pendingBytes >= BYTES_PER_TURN || this.#isHeldUp) return false;
    return this.#options.clock.now().getTime() < this.#turnEnd;
  }

  #finishIfDone(): void {
    if (isTerminal(this.state.status)) return;
    const { pipeline, clock } = this.#options;
    const { chunk } = this.state;
    const end = {
      pipeline,
      state: this.state,
      now: clock.now(),
      refuseLoading: ({ bytes }: NotLoaded) => this.#holdings.refuseLoading(bytes),
    };
    try {
      if (this.#schedule.isDone && chunk) this.#record(chunkEnd(this.state, chunk));
      else if (this.#schedule.isDone) this.#record(runEnd(end, this.#stops.expired));
      else if (this.#isStuck()) this.#record(stuckEnd(end));
    } catch (error) {
      if (!this.#driver.awaitsValue(error, () => this.#signal())) throw error;
    }
  }

  /** Nothing is left that could ever bring a step forward. */
  #isStuck(): boolean {
    const timers = this.#timers.size - (this.#limit.isSet ? 1 : 0);
    return (
      !this.#hasWork() &&
      !this.#driver.isBusy &&
      timers === 0 &&
      this.state.status !== 'waiting' &&
      !this.#isStill
    );
  }

  /** Nothing may start. */
  get #isStill(): boolean {
    return this.state.hold !== undefined || this.#rest !== undefined || this.#isHeldUp;
  }

  /** The runs of this process hold too much together: it waits for its turn to grow. */
  get #isHeldUp(): boolean {
    return this.#memory?.mayGoOn(this.#holdings.bytes) === false;
  }

  #hasWork(): boolean {
    if (this.#isStill) return false;
    return this.#due.length > 0 || this.#schedule.hasWork;
  }

  #wakeAt(): string | undefined {
    const { hold, status } = this.state;
    if (this.#driver.isBusy || this.#hasWork() || hold || isTerminal(status)) return undefined;
    const { next } = this.#timers;
    return next === undefined ? undefined : new Date(next).toISOString();
  }

  #mayPark(): boolean {
    const { parkAfterMs } = this.#options;
    if (this.#driver.isBusy) return false;
    if (this.#rest) return this.#rest === 'leave';
    if (parkAfterMs === undefined) return false;
    if (this.state.hold) return true;
    if (this.#isHeldUp && (this.#due.length > 0 || this.#schedule.hasWork)) return false;
    const { next } = this.#timers;
    return next === undefined || next - this.#options.clock.now().getTime() > parkAfterMs;
  }

  #park(): RunnerEnd {
    const wakeAt = this.#wakeAt();
    this.#isParked = true;
    this.#timers.clearAll();
    return { ended: false, wakeAt };
  }

  #end(): RunnerEnd {
    this.#timers.clearAll();
    return { ended: true };
  }
}
