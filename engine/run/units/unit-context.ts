import type { LogLevel } from '../../action';
import type { Catalogue } from '../../catalogue';
import { type Failure, toFailure } from '../../errors';
import type { Json } from '../../json';
import type { Graph } from '../../pipeline/graph';
import { normalizeParams } from '../../pipeline/normalize';
import type { Pipeline } from '../../pipeline/schema';
import type { Clock, RevealedSecret, Secrets, World } from '../../ports';
import type { ChunkPort } from '../chunks/chunks';
import { conditionsOf, hasNewSignal } from '../controls/awaited-signals';
import type { EffectExecutor } from '../effects/effect-executor';
import { maskLine } from '../masking/mask';
import type { MemoryUse } from '../memory/memory-use';
import { type LoadValue, Values } from '../memory/values';
import { checkedBy, dropNewestCheck } from '../state/checks';
import type { RunEventBody } from '../state/events';
import { PENDING_UNIT } from '../state/fold';
import { NotLoaded } from '../state/payload';
import { runScope } from '../state/scope';
import { publicRunId, type RunState, type Signals, type UnitState } from '../state/state';
import { addressFields, findUnit, type UnitAddress, unitKey } from '../state/unit';
import type { Timers } from '../timers';
import { type Prepared, prepare } from './prepare';
import { Revealed } from './revealed';
import { type Source, sourceOf } from './source';

export interface UnitContextOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  readonly state: RunState;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly world: World;
  readonly timers: Timers;
  /** Memory of the run. */
  readonly memoryUse: MemoryUse;
  /** Executes long loops in chunks. @default the run executes each loop itself */
  readonly chunks?: ChunkPort | undefined;
  /** Reads large values that the state only refers to. @default there are none */
  readonly load?: LoadValue | undefined;
  /** @default attempts are executed directly */
  readonly executor?: EffectExecutor;
  readonly record: (body: RunEventBody) => void;
  /** Whether more may be recorded in this turn, before it is time to write and to let other runs have their turn. */
  readonly hasTurnBudget: () => boolean;
  /** Calls `proceed` with this unit at the next turn. */
  readonly proceedLater: (address: UnitAddress) => void;
  /** Called when something was recorded outside a turn. */
  readonly signal: () => void;
  /** Quarantines the run because one of its chunks is. @param detail a sentence for people */
  readonly quarantine: (detail: string) => void;
  /** Called when recording failed outside a turn. */
  readonly fault: (error: unknown) => void;
}

/** Shared by everything that drives units: the run they belong to, and queries about single units. */
export class UnitContext {
  readonly options: UnitContextOptions;
  readonly revealed: Revealed;
  readonly values: Values;

  constructor(options: UnitContextOptions) {
    this.options = options;
    const { state, world, memoryUse, load = noSuchValue, fault } = options;
    const reader = () => ({ runId: publicRunId(state) });
    const secrets: Secrets = { reveal: (name) => world.secrets.reveal(name, reader()) };
    this.revealed = new Revealed({ secrets, drive: world.drive }, options.proceedLater);
    this.values = new Values({ state, memoryUse, load, fault });
  }

  get now(): Date {
    return this.options.clock.now();
  }

  record(body: RunEventBody): void {
    this.options.record(body);
  }

  /** Records a line under an attempt, secrets hidden. */
  log(address: UnitAddress, attempt: number, level: LogLevel, text: string): void {
    const message = maskLine(text, this.revealed.hidden(address));
    this.record({ type: 'step_logged', ...addressFields(address), attempt, level, message });
  }

  unit(address: UnitAddress): UnitState {
    return findUnit(this.options.state, address) ?? PENDING_UNIT;
  }

  source(address: UnitAddress): Source {
    return sourceOf(this.options.graph, this.options.state, address);
  }

  /** Fetches the missing value, if the error is about one, and proceeds with the unit then. */
  awaitsValue(error: unknown, address: UnitAddress): boolean {
    return this.awaits(error, () => this.options.proceedLater(address));
  }

  /** Fetches the missing value, if the error is about one that may be read, and calls back then. */
  awaits(error: unknown, ready: () => void): boolean {
    if (!(error instanceof NotLoaded) || this.values.refuse(error)) return false;
    this.values.fetch(error, ready);
    return true;
  }

  /** The failure that the journal records: a value that may not be read is too large. */
  failureOf(error: unknown): Failure {
    return (error instanceof NotLoaded && this.values.refuse(error)) || toFailure(error);
  }

  isControl(unit: UnitState): boolean {
    return this.options.catalogue.find(unit.action ?? '')?.kind === 'control';
  }

  /** Parameters as an attempt sees them that starts at an instant, when these signals have come. @throws ActionError */
  prepare(
    source: Source,
    secrets: readonly RevealedSecret[],
    now: Date,
    signals: Signals = this.options.state.signals,
  ): Prepared {
    const { catalogue, state } = this.options;
    const scope = (shown: Record<string, Json>) =>
      runScope(state, now, { ...source.names, secrets: shown }, signals);
    return prepare({ catalogue, action: source.action, params: source.params, secrets, scope });
  }

  /** Counts a value that a unit leaves behind, unless the run would use too much memory then. */
  take(address: UnitAddress, what: string, value: Json): Failure | undefined {
    const { memoryUse, state } = this.options;
    return memoryUse.take(what, value, checkedBy(state, address));
  }

  /** Drops the values of the newest check of a wait, if there is one: the next one follows. */
  dropCheck(address: UnitAddress): void {
    dropNewestCheck(this.unit(address));
    this.options.memoryUse.dropChecks(unitKey(address));
  }

  /** Whether a unit waits until a time in the future. */
  isEarly({ wait }: UnitState): boolean {
    return wait?.until !== undefined && Date.parse(wait.until) > this.now.getTime();
  }

  /** Whether a signal that its conditions read arrived after it began to wait. */
  hasNewSignal(address: UnitAddress, unit: UnitState): boolean {
    const { state, catalogue } = this.options;
    if (unit.wait?.reason !== 'timer' || unit.wait.signals === state.signals) return false;
    const descriptor = catalogue.descriptors.find(unit.action ?? '');
    const { params } = normalizeParams(this.source(address).params, descriptor);
    return hasNewSignal(unit, state.signals, conditionsOf(params, descriptor));
  }

  /** Proceeds with a unit when its wait is over. */
  wakeLater(address: UnitAddress): void {
    const { wait } = this.unit(address);
    if (wait?.until !== undefined) this.wakeAt(unitKey(address), new Date(wait.until), address);
  }

  /** Proceeds with a unit at an instant; the last call under one key counts. */
  wakeAt(key: string, at: Date, address: UnitAddress): void {
    this.options.timers.set(key, at, () => this.options.proceedLater(address));
  }
}

function noSuchValue(ref: string): Promise<never> {
  return Promise.reject(new NotLoaded(ref, 0));
}
