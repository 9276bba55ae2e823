import type { LogLevel } from '../../action-context';
import type { Catalogue } from '../../catalogue';
import { type Failure, toFailure } from '../../errors';
import type { Json } from '../../json';
import { buildGraph, type Graph } from '../../pipeline/graph';
import { normalizeParams } from '../../pipeline/normalize';
import type { Pipeline } from '../../pipeline/schema';
import type { RevealedSecret } from '../../ports';
import { editOf } from '../debug/edit-of';
import { Recorder } from '../journal/recorder';
import { maskLine } from '../masking/mask';
import { MemoryUse } from '../memory/memory-use';
import type { MemoryShare } from '../memory/shared-memory';
import { Values } from '../memory/values';
import { type Prepared, prepare } from '../params/prepare';
import { Revealed } from '../params/revealed';
import type { RunnerOptions } from '../runner-options';
import { conditionsOf, hasNewSignal } from '../state/awaited-signals';
import { checkedBy, dropOldChecks, dropPollBefore } from '../state/checks';
import type { RunEventBody } from '../state/events';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import { NotLoaded } from '../state/payload';
import { runScope } from '../state/scope';
import { type Source, sourceOf } from '../state/source';
import { publicRunId, type RunState, type Signals, type UnitState } from '../state/state';
import { addressFields, addressOf, findUnit, type UnitAddress, unitKey } from '../state/unit';
import { CommandQueue } from './command-queue';
import type { Subsystem } from './subsystem';
import { Timers } from './timers';
import { Turns } from './turns';

/**
 * Largest number of events recorded in one turn before they are written: bounds a batch and lets other runs proceed.
 */
const EVENTS_PER_TURN = 1000;

/**
 * Largest size of the values recorded in one turn before they are written, in bytes of JSON text: writing holds them in
 * memory a second time, as text.
 */
const BYTES_PER_TURN = 4_000_000;

/** The active run as its subsystems see it: its state, what they share, and how they record events. */
export class RunContext {
  /** The runner's options. In a run that is a chunk, the pipeline is the loop alone. */
  readonly options: RunnerOptions;
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  /** The fold of its journal, without the values of checks that no condition reads again. */
  readonly state: RunState;
  readonly graph: Graph;
  readonly timers: Timers;
  readonly turns: Turns;
  readonly commands: CommandQueue;
  readonly memoryUse: MemoryUse;
  readonly revealed: Revealed;
  readonly values: Values;
  /** Called in this order. */
  readonly subsystems: Subsystem[] = [];
  readonly #recorder: Recorder;
  readonly #memoryShare: MemoryShare | undefined;
  #isAbandoned = false;
  /** Stops waiting for a write that is in progress. */
  #stopFlushing: () => void = () => undefined;

  constructor(options: RunnerOptions) {
    const {
      pipeline,
      catalogue,
      state,
      journal,
      clock,
      world,
      memory,
      onEvent,
      load = noSuchValue,
    } = options;
    this.options = options;
    this.pipeline = pipeline;
    this.catalogue = catalogue;
    this.state = dropOldChecks(state);
    this.graph = buildGraph(pipeline, catalogue.descriptors);
    this.timers = new Timers(clock);
    this.turns = new Turns(clock);
    this.commands = new CommandQueue(state);
    this.memoryUse = new MemoryUse(state);
    this.#recorder = new Recorder({ state, journal, clock, onEvent });
    this.#memoryShare = memory?.join(publicRunId(state), () => this.turns.signal());
    const reader = () => ({ runId: publicRunId(state) });
    const secrets = { reveal: (name: string) => world.secrets.reveal(name, reader()) };
    this.revealed = new Revealed({ secrets, drive: world.drive }, (address) =>
      this.turns.proceedLater(address),
    );
    const fault = (error: unknown) => this.turns.fault(error);
    this.values = new Values({ state, memoryUse: this.memoryUse, load, fault });
  }

  get now(): Date {
    return this.options.clock.now();
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /**
   * Whether the runs of this process together use too much memory. Reading it queues this run, which continues when it
   * may grow.
   */
  get isMemoryBlocked(): boolean {
    return this.#memoryShare?.mayGrow(this.memoryUse.bytes) === false;
  }

  /** Whether more events may be recorded in this turn. */
  hasTurnBudget(): boolean {
    const { pending, pendingBytes } = this.#recorder;
    if (pending >= EVENTS_PER_TURN || pendingBytes >= BYTES_PER_TURN || this.isMemoryBlocked) return false;
    return !this.turns.isOver;
  }

  /** Records an event and updates what depends on it. Events about ended units are ignored. */
  record(body: RunEventBody): void {
    if (this.#isAbandoned || isTerminal(this.state.status)) return;
    if (!('step' in body) || body.type === 'run_failed' || body.type === 'output_set') {
      this.#recorder.record(body);
      return;
    }
    const address = addressOf(body);
    if (isTerminal(this.unit(address).status)) return;
    this.#recorder.record(body);
    if (body.type === 'step_logged') return;
    const { status } = this.unit(address);
    if (isTerminal(status)) for (const part of this.subsystems) part.unitEnded?.(address);
    for (const part of this.subsystems) part.unitChanged?.(address, status);
  }

  /** Makes all recorded events durable. Resolves when the run is abandoned, even if a write hangs. */
  flush(wakeAt: () => string | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stopFlushing = resolve;
      this.#recorder.flush(wakeAt).then(resolve, reject);
    });
  }

  /** Stops immediately and writes nothing more. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#recorder.close();
    this.timers.clearAll();
    for (const part of this.subsystems) part.abandon?.();
    this.#stopFlushing();
    this.turns.signal();
  }

  /** Releases its memory: the run has ended, or left the process. */
  release(): void {
    this.#memoryShare?.release();
  }

  /** Starts nothing more: too many workers died while they executed the run. @param detail a sentence for people */
  quarantine(detail: string): void {
    this.commands.add({ do: 'quarantine', detail });
    this.turns.signal();
  }

  /** Records a line under an attempt, secrets hidden. */
  log(address: UnitAddress, attempt: number, level: LogLevel, text: string): void {
    const message = maskLine(text, this.revealed.hidden(address));
    this.record({ type: 'step_logged', ...addressFields(address), attempt, level, message });
  }

  unit(address: UnitAddress): UnitState {
    return findUnit(this.state, address) ?? PENDING_UNIT;
  }

  source(address: UnitAddress): Source {
    return sourceOf(this.graph, this.state, address);
  }

  isControl(unit: UnitState): boolean {
    return this.catalogue.find(unit.action ?? '')?.kind === 'control';
  }

  /**
   * Returns whether the error is about a value that is not loaded. If so, fetches it and then proceeds with the unit.
   */
  awaitsValue(error: unknown, address: UnitAddress): boolean {
    return this.awaits(error, () => this.turns.proceedLater(address));
  }

  /**
   * Returns whether the error is about a value that is not loaded and may be read. If so, fetches it and then calls
   * `ready`.
   */
  awaits(error: unknown, ready: () => void): boolean {
    if (!(error instanceof NotLoaded) || this.values.refuse(error)) return false;
    this.values.fetch(error, ready);
    return true;
  }

  /** The failure that the journal records: a value that may not be read is too large. */
  failureOf(error: unknown): Failure {
    return (error instanceof NotLoaded && this.values.refuse(error)) || toFailure(error);
  }

  /**
   * The parameters of an attempt of a unit that starts at an instant with these signals. @throws ActionError
   * @throws NotLoaded
   */
  prepare(
    address: UnitAddress,
    source: Source,
    secrets: readonly RevealedSecret[],
    now: Date,
    signals: Signals = this.state.signals,
  ): Prepared {
    const scope = (shown: Record<string, Json>) =>
      runScope(this.state, now, { ...source.names, secrets: shown }, signals);
    return prepare({
      catalogue: this.catalogue,
      action: source.action,
      params: source.params,
      secrets,
      scope,
      edit: editOf(this.unit(address), this.state.loaded),
    });
  }

  /** Counts a value that a unit produced. Returns a failure when the run would use too much memory. */
  take(address: UnitAddress, what: string, value: Json): Failure | undefined {
    return this.memoryUse.take(what, value, checkedBy(this.state, address));
  }

  /** Drops the values of the newest poll of a wait before the next one. @param item of the iteration that is planned */
  dropPoll(address: UnitAddress, item: Json | undefined): void {
    if (dropPollBefore(this.unit(address), item)) this.memoryUse.dropChecks(unitKey(address));
  }

  /** Whether a unit waits until a time in the future. */
  isEarly({ wait }: UnitState): boolean {
    return wait?.until !== undefined && Date.parse(wait.until) > this.now.getTime();
  }

  /** Whether a signal that its conditions read arrived after it began to wait. */
  hasNewSignal(address: UnitAddress, unit: UnitState): boolean {
    if (unit.wait?.reason !== 'timer' || unit.wait.signals === this.state.signals) return false;
    const descriptor = this.catalogue.descriptors.find(unit.action ?? '');
    const { params } = normalizeParams(this.source(address).params, descriptor);
    return hasNewSignal(unit, this.state.signals, conditionsOf(params, descriptor));
  }

  /** Proceeds with a unit when its wait is over. */
  wakeLater(address: UnitAddress): void {
    const { wait } = this.unit(address);
    if (wait?.until !== undefined) this.wakeAt(unitKey(address), new Date(wait.until), address);
  }

  /** Proceeds with a unit at an instant. A later call with the same key replaces an earlier one. */
  wakeAt(key: string, at: Date, address: UnitAddress): void {
    this.timers.set(key, at, () => this.turns.proceedLater(address));
  }
}

function noSuchValue(ref: string): Promise<never> {
  return Promise.reject(new NotLoaded(ref, 0));
}
