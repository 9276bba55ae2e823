import type { Json } from '../json';
import { driveSync, type Pausing } from '../pausing';
import { buildGraph, type Graph } from '../pipeline/graph';
import { chunkEnd, chunkPipeline } from './chunks/chunks';
import { Recorder } from './journal/recorder';
import { CommandQueue, type RunCommand } from './lifecycle/command-queue';
import { runEnd, stuckEnd } from './lifecycle/run-end';
import { Stops } from './lifecycle/stops';
import { TimeLimit } from './lifecycle/time-limit';
import { MemoryUse } from './memory/memory-use';
import type { MemoryShare } from './memory/shared-memory';
import type { RunnerOptions } from './runner-options';
import { Schedule } from './schedule/schedule';
import { dropOldChecks } from './state/checks';
import type { RunEventBody } from './state/events';
import { isTerminal, PENDING_UNIT } from './state/fold';
import type { NotLoaded } from './state/payload';
import { publicRunId, type RunState } from './state/state';
import { addressOf, findUnit, type UnitAddress } from './state/unit';
import { Timers } from './timers';
import type { InterruptAnswer } from './units/interruption';
import { UnitDriver } from './units/unit-driver';

export type { RunnerOptions } from './runner-options';
export type { InterruptAnswer } from './units/interruption';

/** How `run` returned: the run has ended, or it is parked until `wakeAt` (undefined: until a command). */
export type RunnerEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly wakeAt: string | undefined };

/** Events recorded in one go before they are written: bounds a batch and lets other runs have their turn. */
const EVENTS_PER_TURN = 1000;

/** Values recorded in one go before they are written, in bytes of JSON text: they are in memory once more as text. */
const BYTES_PER_TURN = 4_000_000;

/** How long a run may decide before its events are written, in ms. */
const TURN_MS = 5;

/** How long it may decide in one go, in ms: most runs are done then. */
const SHORT_TURN_MS = 1;

/**
 * Executes one run from its journal to its end. It plans, executes and records; all its knowledge is in the journal, so
 * another runner can take over from any event. Events are durable before any effect that follows from them starts.
 */
export class Runner {
  /** The fold of its journal, without the values of checks that no condition reads again. */
  readonly state: RunState;
  readonly #options: RunnerOptions;
  readonly #graph: Graph;
  readonly #recorder: Recorder;
  readonly #timers: Timers;
  readonly #driver: UnitDriver;
  readonly #schedule: Schedule;
  readonly #stops: Stops;
  readonly #limit: TimeLimit;
  readonly #commands: CommandQueue;
  readonly #memoryUse: MemoryUse;
  readonly #memoryShare: MemoryShare | undefined;
  readonly #due: UnitAddress[] = [];
  readonly #answers: { readonly address: UnitAddress; readonly answer: InterruptAnswer }[] = [];
  #abandoned = false;
  #isParked = false;
  #missedWakeup = false;
  /** When the turn of this run ends, in ms since 1970. */
  #turnEnd = 0;
  /** Nothing may start for now: the lease is uncertain, or the process leaves the run. */
  #suspension: 'stay' | 'leave' | undefined;
  #fault: { readonly error: unknown } | undefined;
  #signalled = false;
  #wake: (() => void) | undefined;
  /** Stops waiting for a write that is in progress. */
  #stopFlushing: () => void = () => undefined;

  constructor(given: RunnerOptions) {
    const { chunk } = given.state;
    const options = chunk ? { ...given, pipeline: chunkPipeline(given.pipeline, chunk) } : given;
    this.#options = options;
    this.state = options.state;
    this.#graph = buildGraph(options.pipeline, options.catalogue.descriptors);
    this.#timers = new Timers(options.clock);
    const { state, journal, clock, onEvent } = options;
    this.#recorder = new Recorder({ state, journal, clock, onEvent });
    this.#memoryUse = new MemoryUse(dropOldChecks(state));
    this.#memoryShare = options.memory?.join(publicRunId(state), () => this.#signal());
    this.#driver = this.#newDriver();
    const record = (body: RunEventBody): void => this.#record(body);
    this.#commands = new CommandQueue(state, record);
    this.#schedule = new Schedule({
      graph: this.#graph,
      state,
      clock,
      driver: this.#driver,
      record,
      proceedLater: (address) => this.#proceedLater(address),
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
      memoryUse: this.#memoryUse,
      record: (body) => this.#record(body),
      hasTurnBudget: () => this.#hasTurnBudget(),
      proceedLater: (address) => this.#proceedLater(address),
      signal: () => this.#signal(),
      quarantine: (detail) => this.quarantine(detail),
      fault: (error) => {
        this.#fault ??= { error };
        this.#signal();
      },
    });
  }

  #proceedLater(address: UnitAddress): void {
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
      this.#memoryShare?.release();
    }
  }

  /** Requests cancellation: aborts what is in flight, starts nothing more. */
  cancel(): void {
    this.#stops.requestCancel();
    this.#signal();
  }

  /** Checks chunked loops at the next turn: a chunk may have ended. */
  recheckChunks(): void {
    this.#missedWakeup = this.#isParked;
    this.#driver.recheckChunks();
  }

  /** It was notified after it had decided to park: it must be woken again. */
  get missedWakeup(): boolean {
    return this.#missedWakeup;
  }

  /** Takes another turn even without news; `onIdle` is called again after it. */
  requestTurn(): void {
    this.#signal();
  }

  /** Starts nothing more until `resume`; what is in flight ends. @param command its number, so that it is applied once */
  pause(command?: number): void {
    this.#enqueue({ do: 'pause' }, command);
  }

  /** Resumes a run that is paused or quarantined. @param command its number, so that it is applied once */
  resume(command?: number): void {
    this.#enqueue({ do: 'resume' }, command);
  }

  /** Sends a value, which conditions read as `signals.<name>`. @param command its number, so that it is applied once */
  sendSignal(name: string, value: Json, command?: number): void {
    this.#enqueue({ do: 'signal', name, value }, command);
  }

  /** Starts nothing more: too many workers died while they executed the run. @param detail a sentence for people */
  quarantine(detail: string): void {
    this.#enqueue({ do: 'quarantine', detail });
  }

  /** Number of the newest command that was applied: those up to it need not be passed again. */
  get lastAppliedCommand(): number {
    return this.#commands.lastApplied;
  }

  /** Answers an `unknown_effect` wait; an answer that no unit waits for is ignored. */
  resolveInterrupted(unit: { step: string; iteration?: readonly number[] }, answer: InterruptAnswer): void {
    this.#answers.push({ address: { step: unit.step, iteration: unit.iteration ?? [] }, answer });
    this.#signal();
  }

  /**
   * Starts nothing for now, without an event; what is in flight ends and is recorded. Then `run` waits for `unsuspend`
   * (`stay`), or returns (`leave`).
   */
  suspend(how: 'stay' | 'leave'): void {
    this.#suspension = how;
    this.#signal();
  }

  /** Ends a suspension. */
  unsuspend(): void {
    if (this.#suspension === undefined) return;
    this.#suspension = undefined;
    this.#signal();
  }

  /** Stops immediately and writes nothing more: the lease is lost, or the process is going down. */
  abandon(): void {
    this.#abandoned = true;
    this.#recorder.close();
    this.#timers.clearAll();
    this.#driver.abandon();
    this.#stopFlushing();
    this.#signal();
  }

  /** Takes over the run: commands to the whole run first, so that nothing starts that must stop. */
  #begin(): void {
    this.#applyCommands();
    // Its chunks may not know yet.
    if (this.state.hold) this.#driver.applyHold();
    for (const [step, unit] of [...this.state.steps]) {
      this.#driver.recover({ step, iteration: [] }, unit);
    }
  }

  #enqueue(command: RunCommand, number?: number): void {
    this.#commands.add(command, number);
    this.#signal();
  }

  /** Applies the commands to the whole run. */
  #applyCommands(): void {
    const { hold, signals } = this.state;
    this.#commands.apply();
    if (this.state.status === 'pending' && !this.state.hold) this.#record({ type: 'run_started' });
    this.#limit.keep();
    if (hold !== this.state.hold) this.#driver.applyHold();
    if (signals !== this.state.signals) this.#driver.wakeSignalled();
    this.#stops.apply();
  }

  /** Records what can happen now, makes it durable, starts the effects that follow from it, then waits for news. */
  async #turn(): Promise<RunnerEnd | undefined> {
    this.#signalled = false;
    await this.#advance();
    const startEffects = this.#driver.takeStarts();
    await this.#flush();
    if (this.#fault) throw this.#fault.error;
    if (this.#abandoned) return { ended: false, wakeAt: undefined };
    startEffects();
    if (isTerminal(this.state.status)) return this.#end();
    if (this.#signalled || this.#hasWork()) return undefined;
    if (this.#mayPark()) return this.#park();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (!this.#driver.isThinking && !this.#isMemoryBlocked)
        this.#options.onIdle?.(this.state.hold ? undefined : this.#timers.next);
    });
    return undefined;
  }

  /** Makes what was recorded durable; a run that is abandoned does not wait for a write that hangs. */
  #flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stopFlushing = resolve;
      this.#recorder.flush(() => this.#wakeAt()).then(resolve, reject);
    });
  }

  #signal(): void {
    this.#signalled = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Records an event and updates what depends on it. Events about ended units are ignored. */
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

  /** Records everything that can happen now without waiting for effects. What takes long lets others have their turn. */
  async #advance(): Promise<void> {
    const work = this.#advancing();
    const { drive = driveSync } = this.#options.world;
    if (!work.next().done) await drive(work);
  }

  get #now(): number {
    return this.#options.clock.now().getTime();
  }

  /** Pauses after each step, once it has taken a while. */
  *#advancing(): Pausing<void> {
    if (this.#abandoned) return;
    this.#applyCommands();
    for (const { address, answer } of this.#answers.splice(0)) this.#driver.answer(address, answer);
    let isMore = true;
    const start = this.#now;
    this.#turnEnd = start + TURN_MS;
    while (isMore && !this.#abandoned && !this.#isSuspended && this.#hasTurnBudget()) {
      this.#stops.apply();
      const due = this.#due.shift();
      if (due) this.#schedule.proceed(due);
      else isMore = this.#schedule.next();
      if (this.#now >= start + SHORT_TURN_MS) yield;
    }
    this.#finishIfDone();
  }

  /** Whether more may be recorded before it is written, and before other runs have their turn. */
  #hasTurnBudget(): boolean {
    const { pending, pendingBytes } = this.#recorder;
    if (pending >= EVENTS_PER_TURN || pendingBytes >= BYTES_PER_TURN || this.#isMemoryBlocked) return false;
    return this.#now < this.#turnEnd;
  }

  #finishIfDone(): void {
    if (isTerminal(this.state.status)) return;
    const { pipeline, clock } = this.#options;
    const { chunk } = this.state;
    const end = {
      pipeline,
      state: this.state,
      now: clock.now(),
      refuseLoading: ({ bytes }: NotLoaded) => this.#memoryUse.refuseLoading(bytes),
    };
    try {
      if (this.#schedule.isDone && chunk) this.#record(chunkEnd(this.state, chunk));
      else if (this.#schedule.isDone) this.#record(runEnd(end, this.#stops.expired));
      else if (this.#isStuck()) this.#record(stuckEnd(end));
    } catch (error) {
      if (!this.#driver.awaitsValue(error, () => this.#signal())) throw error;
    }
  }

  /** Nothing is left that could start or end a step. */
  #isStuck(): boolean {
    const timers = this.#timers.size - (this.#limit.isSet ? 1 : 0);
    return (
      !this.#hasWork() &&
      !this.#driver.isBusy &&
      timers === 0 &&
      this.state.status !== 'waiting' &&
      !this.#isSuspended
    );
  }

  get #isSuspended(): boolean {
    return this.state.hold !== undefined || this.#suspension !== undefined || this.#isMemoryBlocked;
  }

  /** The runs of this process use too much memory together: this one waits until it may grow. */
  get #isMemoryBlocked(): boolean {
    return this.#memoryShare?.mayGrow(this.#memoryUse.bytes) === false;
  }

  #hasWork(): boolean {
    if (this.#isSuspended) return false;
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
    if (this.#suspension) return this.#suspension === 'leave';
    if (parkAfterMs === undefined) return false;
    if (this.state.hold) return true;
    if (this.#isMemoryBlocked && (this.#due.length > 0 || this.#schedule.hasWork)) return false;
    const { next } = this.#timers;
    return next === undefined || next - this.#now > parkAfterMs;
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
