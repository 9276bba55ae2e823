import type { LogLevel } from '../action';
import type { Catalogue } from '../catalogue';
import { type Failure, toFailure } from '../errors';
import type { Json } from '../json';
import type { Graph } from '../pipeline/graph';
import { normalizeParams } from '../pipeline/normalize';
import type { Pipeline } from '../pipeline/schema';
import type { Clock, RevealedSecret, Secrets, World } from '../ports';
import { conditionsOf, hasNewSignal } from './awaited-signals';
import { checkedBy, dropNewestCheck } from './checks';
import type { ChunkPort } from './chunks';
import type { RunEventBody } from './events';
import { PENDING_UNIT } from './fold';
import type { Holdings } from './holdings';
import { maskLine } from './mask';
import type { Performer } from './performer';
import { type Prepared, prepare } from './prepare';
import { Revealed } from './revealed';
import { runScope } from './scope';
import { type Source, sourceOf } from './source';
import { publicRunId, type RunState, type Signals, type UnitState } from './state';
import type { Timers } from './timers';
import { addressFields, findUnit, type UnitAddress, unitKey } from './unit';
import { type LoadValue, NotLoaded, Values } from './values';

export interface UnitDeskOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  readonly state: RunState;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly world: World;
  readonly timers: Timers;
  /** What the run holds in memory. */
  readonly holdings: Holdings;
  /** Carries out long loops in parts. @default each loop is one run's work */
  readonly chunks?: ChunkPort | undefined;
  /** Reads large values that the state only refers to. @default there are none */
  readonly load?: LoadValue | undefined;
  /** @default attempts are carried out directly */
  readonly performer?: Performer;
  readonly record: (body: RunEventBody) => void;
  /** Whether more may be recorded in this turn: false when it is time to write, and to let other runs have their turn. */
  readonly hasRoom: () => boolean;
  /** Asks for `goOn` with this unit at the next turn. */
  readonly goOnLater: (address: UnitAddress) => void;
  /** Tells that something was recorded outside a turn. */
  readonly signal: () => void;
  /** Holds the run: a part of it is held, and nobody would see. @param detail a sentence for people */
  readonly quarantine: (detail: string) => void;
  /** Tells that recording failed outside a turn. */
  readonly fault: (error: unknown) => void;
}

/** What all that drives units shares: the run they belong to, and questions about single units. */
export class UnitDesk {
  readonly options: UnitDeskOptions;
  readonly revealed: Revealed;
  readonly values: Values;

  constructor(options: UnitDeskOptions) {
    this.options = options;
    const { state, world, holdings, load = noSuchValue, fault } = options;
    const reader = () => ({ runId: publicRunId(state) });
    const secrets: Secrets = { reveal: (name) => world.secrets.reveal(name, reader()) };
    this.revealed = new Revealed({ secrets, drive: world.drive }, options.goOnLater);
    this.values = new Values({ state, holdings, load, fault });
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

  /** Fetches the value that was missed, if this is what went wrong, and goes on with the unit then. */
  awaitsValue(error: unknown, address: UnitAddress): boolean {
    return this.awaits(error, () => this.options.goOnLater(address));
  }

  /** Fetches the value that was missed, if this is what went wrong and it may be read, and calls back then. */
  awaits(error: unknown, ready: () => void): boolean {
    if (!(error instanceof NotLoaded) || this.values.refuse(error)) return false;
    this.values.fetch(error, ready);
    return true;
  }

  /** What went wrong, as the journal tells it: a value that may not be read is too large. */
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

  /** Counts a value that a unit leaves behind, unless the run would hold too much then. */
  take(address: UnitAddress, what: string, value: Json): Failure | undefined {
    const { holdings, state } = this.options;
    return holdings.take(what, value, checkedBy(state, address));
  }

  /** Lets go of what the newest check of a wait gave, if there is one: the next one follows. */
  dropCheck(address: UnitAddress): void {
    dropNewestCheck(this.unit(address));
    this.options.holdings.forget(unitKey(address));
  }

  /** It waits until a time that has not come yet. */
  isEarly({ wait }: UnitState): boolean {
    return wait?.until !== undefined && Date.parse(wait.until) > this.now.getTime();
  }

  /** A signal came that its conditions read, after it began to wait. */
  hasNewSignal(address: UnitAddress, unit: UnitState): boolean {
    const { state, catalogue } = this.options;
    if (unit.wait?.reason !== 'timer' || unit.wait.signals === state.signals) return false;
    const descriptor = catalogue.descriptors.find(unit.action ?? '');
    const { params } = normalizeParams(this.source(address).params, descriptor);
    return hasNewSignal(unit, state.signals, conditionsOf(params, descriptor));
  }

  /** Goes on with a unit when what it waits for has come. */
  wakeLater(address: UnitAddress): void {
    const { wait } = this.unit(address);
    if (wait?.until !== undefined) this.wakeAt(unitKey(address), new Date(wait.until), address);
  }

  /** Goes on with a unit at an instant; the last call under one key counts. */
  wakeAt(key: string, at: Date, address: UnitAddress): void {
    this.options.timers.set(key, at, () => this.options.goOnLater(address));
  }
}

function noSuchValue(ref: string): Promise<never> {
  return Promise.reject(new NotLoaded(ref, 0));
}
