import type { Failure } from '../errors';
import type { Json } from '../json';
import { checkedBy } from './checks';
import { Controls } from './controls';
import { Endings } from './endings';
import { Flights } from './flights';
import { isTerminal } from './fold';
import { type InterruptAnswer, interruptPolicy, unknownEffect } from './interruption';
import { mask } from './mask';
import { type AttemptOutcome, directPerformer } from './performer';
import { type Prepared, secretNames } from './prepare';
import type { Source } from './source';
import { publicRunId, type UnitState } from './state';
import { addressFields, childOf, parentOf, type UnitAddress, unitKey, waitingUnits } from './unit';
import { UnitDesk, type UnitDeskOptions } from './unit-desk';

/**
 * Drives single units, steps and iterations alike, from one attempt to the next. `goOn` looks at what the journal says
 * of a unit and at the clock, so that to be told twice, or too early, does no harm.
 */
export class UnitDriver {
  readonly #desk: UnitDesk;
  readonly #flights: Flights;
  readonly #endings: Endings;
  readonly #controls: Controls;
  /** Interrupted attempts that a person wants run again. */
  readonly #again = new Set<string>();

  constructor(options: UnitDeskOptions) {
    this.#desk = new UnitDesk(options);
    this.#flights = new Flights({
      clock: options.clock,
      world: options.world,
      revealed: ({ address }, secret) => this.#desk.revealed.add(address, secret),
      performer: options.performer ?? directPerformer,
      hidden: (address) => this.#desk.revealed.hidden(address),
      logged: ({ address, attempt }, level, message) => {
        this.#desk.log(address, attempt, level, message);
        options.signal();
      },
      ended: (address, attempt, outcome) => {
        this.#ended(address, attempt, outcome);
        options.signal();
      },
      fault: options.fault,
    });
    this.#endings = new Endings(this.#desk, this.#flights);
    this.#controls = new Controls(this.#desk, this.#endings, (address) => this.begin(address));
  }

  /** Something is being found out that decides what comes next; an attempt under way does not count. */
  get isThinking(): boolean {
    return this.#desk.revealed.isBusy || this.#desk.values.isBusy || this.#controls.isBusy;
  }

  /** Something is under way that will report back. */
  get isBusy(): boolean {
    return this.#flights.isBusy || this.isThinking;
  }

  /** Takes the effects recorded so far; the function starts them, once that is durable. */
  takeOff(): () => void {
    const starts = [this.#flights.take(), this.#controls.take()];
    return () => {
      for (const start of starts) start();
    };
  }

  /** Begins the next attempt of a unit, as soon as its secrets are here. */
  begin(address: UnitAddress): void {
    const source = this.#desk.source(address);
    let prepared: Prepared | undefined;
    try {
      prepared = this.#prepare(address, source);
    } catch (error) {
      if (this.#desk.awaitsValue(error, address)) return;
      this.#failAtStart(address, source, this.#desk.failureOf(error));
      return;
    }
    if (!prepared) return;
    const { holdings } = this.#desk.options;
    for (const secret of prepared.secrets) this.#desk.revealed.add(address, secret);
    const inputs = mask(prepared.inputs, this.#desk.revealed.hidden(address));
    const refusal = holdings.refuseAttempts(1) ?? this.#desk.take(address, 'What this step is given', inputs);
    if (refusal) {
      this.#failAtStart(address, source, refusal);
      return;
    }
    this.#recordStart(address, prepared.definition.type, inputs);
    this.#start(address, source, prepared);
  }

  /** An attempt that fails before it can begin is on record all the same, with what was written. */
  #failAtStart(address: UnitAddress, { action, params }: Source, failure: Failure): void {
    this.#recordStart(address, action, params);
    this.#endings.settleFailure(address, failure);
  }

  /** True when `goOn` would begin another attempt now, which needs a place among the steps that run. */
  wantsAttempt(address: UnitAddress): boolean {
    const unit = this.#desk.unit(address);
    if (unit.status === 'retrying') return !this.#desk.isEarly(unit);
    return unit.wait?.reason === 'unknown_effect' && this.#again.has(unitKey(address));
  }

  /** Goes on with a unit whose timer fired, whose iteration ended, or whose secrets have come. */
  goOn(address: UnitAddress): void {
    const unit = this.#desk.unit(address);
    const parent = parentOf(address);
    const isOver = isTerminal(unit.status) || (parent && isTerminal(this.#desk.unit(parent).status));
    if (isOver) this.#desk.revealed.drop(address);
    else if (unit.status === 'pending' || isToRepeat(unit) || this.wantsAttempt(address)) this.begin(address);
    else if (unit.status === 'retrying') this.#desk.wakeLater(address);
    else if (this.#desk.isControl(unit)) this.#controls.goOn(address);
  }

  /** Hands on to the parts of loops that the run is held, or goes on. */
  obeyHold(): void {
    this.#controls.obeyHold();
  }

  /** Looks how loops in parts stand. */
  hear(): void {
    this.#controls.hear();
  }

  /** Reads the value that was missed, if this is what went wrong, and calls back then. */
  awaitsValue(error: unknown, ready: () => void): boolean {
    return this.#desk.awaits(error, ready);
  }

  /** What went wrong, as the journal tells it. */
  failureOf(error: unknown): Failure {
    return this.#desk.failureOf(error);
  }

  /** Fails a step whose condition cannot be evaluated. Not retried: an attempt would begin without being judged. */
  failBeforeStart(address: UnitAddress, error: Failure): void {
    const { action, params } = this.#desk.source(address);
    this.#recordStart(address, action, params);
    this.#endings.fail(address, error);
  }

  /** Cancels a unit and everything below it. */
  cancel(address: UnitAddress, reason: string): void {
    this.#endings.cancel(address, reason);
  }

  /** Drops what was held for a unit that has ended, and tells the loop around it. */
  forget(address: UnitAddress): void {
    const key = unitKey(address);
    this.#desk.options.timers.clear(key);
    this.#desk.revealed.drop(address);
    this.#desk.options.holdings.land(key);
    this.#again.delete(key);
    this.#controls.drop(address);
    this.#controls.tellLoop(address);
  }

  /** Takes over a unit as an earlier runner left it. */
  recover(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status)) this.#controls.recoverEnded(address, unit);
    if (isTerminal(unit.status) || unit.status === 'pending') return;
    for (const [index, child] of [...(unit.iterations?.units ?? [])]) {
      this.recover(childOf(address, index), child);
    }
    if (this.#desk.isControl(unit)) this.#controls.limitTime(address);
    if (this.#desk.hasNewSignal(address, unit)) this.#desk.options.goOnLater(address);
    else if (unit.wait?.until !== undefined) this.#desk.wakeLater(address);
    else if (this.#desk.isControl(unit)) this.#desk.options.goOnLater(address);
    else if (unit.status === 'running') this.#pickUp(address, unit);
  }

  /** Goes on with everything that waits for a signal which has come. */
  hearSignals(): void {
    for (const address of waitingUnits(this.#desk.options.state)) {
      if (this.#desk.hasNewSignal(address, this.#desk.unit(address))) this.#desk.options.goOnLater(address);
    }
  }

  /** A person's answer about an attempt that was interrupted. */
  answer(address: UnitAddress, answer: InterruptAnswer): void {
    const unit = this.#desk.unit(address);
    if (unit.wait?.reason !== 'unknown_effect') return;
    const attempt = unit.attempts.length;
    const output = { value: {} };
    if (answer === 'retry') {
      this.#again.add(unitKey(address));
      this.#desk.options.goOnLater(address);
    } else if (answer === 'fail') this.#endings.fail(address, unknownEffect(attempt));
    else this.#desk.record({ type: 'step_completed', ...addressFields(address), attempt, output });
  }

  /** Aborts everything in flight; what it still does is not heard. */
  abandon(): void {
    this.#flights.callOffAll('The worker lets go of this run.');
    this.#controls.abandon();
  }

  /** What the attempt is given; undefined while its secrets are on their way. @throws ActionError */
  #prepare(address: UnitAddress, source: Source): Prepared | undefined {
    const secrets = this.#desk.revealed.get(address, secretNames(source.params));
    return secrets && this.#desk.prepare(source, secrets, this.#desk.now);
  }

  #recordStart(address: UnitAddress, action: string, inputs: Json): void {
    const attempt = this.#desk.unit(address).attempts.length + 1;
    const fields = { ...addressFields(address), attempt };
    const { holdings, state } = this.#desk.options;
    holdings.begin(checkedBy(state, address));
    this.#desk.record({ type: 'step_started', ...fields, action, inputs: { value: inputs } });
  }

  #start(address: UnitAddress, source: Source, prepared: Prepared): void {
    const { definition } = prepared;
    if (definition.kind === 'control') {
      this.#controls.started(address, prepared);
      return;
    }
    const refusal = this.#desk.options.holdings.depart(unitKey(address), prepared.inputs);
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    const attempt = this.#desk.unit(address).attempts.length;
    const runId = publicRunId(this.#desk.options.state);
    this.#flights.add({
      address,
      definition,
      prepared,
      attempt,
      owner: { runId, ...address, attempt },
      idempotencyKey: `${runId}/${unitKey(address)}`,
      timeoutSeconds: source.step.timeoutSeconds,
    });
  }

  #ended(address: UnitAddress, attempt: number, outcome: AttemptOutcome): void {
    this.#desk.options.holdings.land(unitKey(address));
    if ('failure' in outcome) this.#endings.settleFailure(address, outcome.failure);
    else if ('interrupted' in outcome) this.#interrupted(address, this.#desk.unit(address));
    else this.#complete(address, attempt, outcome.output);
  }

  #complete(address: UnitAddress, attempt: number, output: Json): void {
    const refusal = this.#desk.take(address, 'The output of this step', output);
    const fields = { ...addressFields(address), attempt };
    if (refusal) this.#endings.settleFailure(address, refusal);
    else this.#desk.record({ type: 'step_completed', ...fields, output: { value: output } });
  }

  /** An attempt that an earlier runner began: its outcome may still come, or nobody knows of it. */
  #pickUp(address: UnitAddress, unit: UnitState): void {
    const attempt = { ...address, attempt: unit.attempts.length };
    const isOpen = unit.attempts.at(-1)?.status === 'running';
    const outcome = isOpen ? this.#desk.options.performer?.takeOver(attempt) : undefined;
    if (outcome) this.#flights.adopt(attempt, outcome);
    else this.#interrupted(address, unit);
  }

  /** The attempt was in flight when its process died. */
  #interrupted(address: UnitAddress, unit: UnitState): void {
    const { pipeline, catalogue, state } = this.#desk.options;
    const attempt = unit.attempts.length;
    const fields = { ...addressFields(address), attempt };
    if (unit.attempts.at(-1)?.status !== 'interrupted') {
      this.#desk.record({ type: 'attempt_interrupted', ...fields });
    }
    const policy = interruptPolicy(unit, this.#desk.source(address).step, pipeline, catalogue);
    if (policy === 'retry' && !state.hold) this.begin(address);
    else if (policy === 'retry') this.#desk.options.goOnLater(address);
    else if (policy === 'fail') this.#endings.settleFailure(address, unknownEffect(attempt));
    else this.#desk.record({ type: 'step_waiting', ...fields, reason: 'unknown_effect' });
  }
}

/** Its attempt was interrupted and it is to be done again; what it needs for that was on its way, or the run was held. */
function isToRepeat({ status, attempts }: UnitState): boolean {
  return status === 'running' && attempts.at(-1)?.status === 'interrupted';
}
