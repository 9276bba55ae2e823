import type { Failure } from '../../errors';
import type { Json } from '../../json';
import { Controls } from '../controls/controls';
import { type AttemptOutcome, directExecutor } from '../effects/effect-executor';
import { EffectsInFlight } from '../effects/in-flight';
import { mask } from '../masking/mask';
import { checkedBy } from '../state/checks';
import { isTerminal } from '../state/fold';
import { publicRunId, type UnitState } from '../state/state';
import { addressFields, childOf, parentOf, type UnitAddress, unitKey, waitingUnits } from '../state/unit';
import { Endings } from './endings';
import { type InterruptAnswer, interruptPolicy, unknownEffect } from './interruption';
import { type Prepared, secretNames } from './prepare';
import type { Source } from './source';
import { UnitContext, type UnitContextOptions } from './unit-context';

/**
 * Drives single units, steps and iterations alike, from one attempt to the next. `proceed` looks at what the journal says
 * of a unit and at the clock, so that calls that are repeated or early do no harm.
 */
export class UnitDriver {
  readonly #context: UnitContext;
  readonly #inFlight: EffectsInFlight;
  readonly #endings: Endings;
  readonly #controls: Controls;
  /** Interrupted attempts that a person wants run again. */
  readonly #again = new Set<string>();

  constructor(options: UnitContextOptions) {
    this.#context = new UnitContext(options);
    this.#inFlight = new EffectsInFlight({
      clock: options.clock,
      world: options.world,
      revealed: ({ address }, secret) => this.#context.revealed.add(address, secret),
      executor: options.executor ?? directExecutor,
      hidden: (address) => this.#context.revealed.hidden(address),
      logged: ({ address, attempt }, level, message) => {
        this.#context.log(address, attempt, level, message);
        options.signal();
      },
      ended: (address, attempt, outcome) => {
        this.#ended(address, attempt, outcome);
        options.signal();
      },
      fault: options.fault,
    });
    this.#endings = new Endings(this.#context, this.#inFlight);
    this.#controls = new Controls(this.#context, this.#endings, (address) => this.begin(address));
  }

  /** Something that decides what comes next is being fetched or computed; an attempt in flight does not count. */
  get isThinking(): boolean {
    return this.#context.revealed.isBusy || this.#context.values.isBusy || this.#controls.isBusy;
  }

  /** Something is in progress that will report back. */
  get isBusy(): boolean {
    return this.#inFlight.isBusy || this.isThinking;
  }

  /** Takes the effects recorded so far; the function starts them, once that is durable. */
  takeStarts(): () => void {
    const starts = [this.#inFlight.take(), this.#controls.take()];
    return () => {
      for (const start of starts) start();
    };
  }

  /** Begins the next attempt of a unit, as soon as its secrets have arrived. */
  begin(address: UnitAddress): void {
    const source = this.#context.source(address);
    let prepared: Prepared | undefined;
    try {
      prepared = this.#prepare(address, source);
    } catch (error) {
      if (this.#context.awaitsValue(error, address)) return;
      this.#failAtStart(address, source, this.#context.failureOf(error));
      return;
    }
    if (!prepared) return;
    const { memoryUse } = this.#context.options;
    for (const secret of prepared.secrets) this.#context.revealed.add(address, secret);
    const inputs = mask(prepared.inputs, this.#context.revealed.hidden(address));
    const refusal =
      memoryUse.refuseAttempts(1) ?? this.#context.take(address, 'What this step is given', inputs);
    if (refusal) {
      this.#failAtStart(address, source, refusal);
      return;
    }
    this.#recordStart(address, prepared.definition.type, inputs);
    this.#start(address, source, prepared);
  }

  /** Records an attempt that fails before it can begin, with its parameters as written. */
  #failAtStart(address: UnitAddress, { action, params }: Source, failure: Failure): void {
    this.#recordStart(address, action, params);
    this.#endings.settleFailure(address, failure);
  }

  /** Whether `proceed` would begin another attempt now, which needs a slot. */
  wantsAttempt(address: UnitAddress): boolean {
    const unit = this.#context.unit(address);
    if (unit.status === 'retrying') return !this.#context.isEarly(unit);
    return unit.wait?.reason === 'unknown_effect' && this.#again.has(unitKey(address));
  }

  /** Proceeds with a unit whose timer fired, whose iteration ended, or whose secrets have arrived. */
  proceed(address: UnitAddress): void {
    const unit = this.#context.unit(address);
    const parent = parentOf(address);
    const isOver = isTerminal(unit.status) || (parent && isTerminal(this.#context.unit(parent).status));
    if (isOver) this.#context.revealed.drop(address);
    else if (unit.status === 'pending' || isToRepeat(unit) || this.wantsAttempt(address)) this.begin(address);
    else if (unit.status === 'retrying') this.#context.wakeLater(address);
    else if (this.#context.isControl(unit)) this.#controls.proceed(address);
  }

  /** Pauses or resumes the chunks of loops together with the run. */
  applyHold(): void {
    this.#controls.applyHold();
  }

  /** Checks all chunked loops at the next turn. */
  recheckChunks(): void {
    this.#controls.recheckChunks();
  }

  /** Reads the missing value, if the error is about one, and calls back then. */
  awaitsValue(error: unknown, ready: () => void): boolean {
    return this.#context.awaits(error, ready);
  }

  /** The failure that the journal records. */
  failureOf(error: unknown): Failure {
    return this.#context.failureOf(error);
  }

  /** Fails a step whose condition cannot be evaluated. No retry: an attempt would begin without a condition. */
  failBeforeStart(address: UnitAddress, error: Failure): void {
    const { action, params } = this.#context.source(address);
    this.#recordStart(address, action, params);
    this.#endings.fail(address, error);
  }

  /** Cancels a unit and everything below it. */
  cancel(address: UnitAddress, reason: string): void {
    this.#endings.cancel(address, reason);
  }

  /** Drops the state of a unit that has ended, and notifies the loop around it. */
  forget(address: UnitAddress): void {
    const key = unitKey(address);
    this.#context.options.timers.clear(key);
    this.#context.revealed.drop(address);
    this.#context.options.memoryUse.settleEffect(key);
    this.#again.delete(key);
    this.#controls.drop(address);
    this.#controls.notifyLoop(address);
  }

  /** Takes over a unit as an earlier runner left it. */
  recover(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status)) this.#controls.recoverEnded(address, unit);
    if (isTerminal(unit.status) || unit.status === 'pending') return;
    for (const [index, child] of [...(unit.iterations?.units ?? [])]) {
      this.recover(childOf(address, index), child);
    }
    if (this.#context.isControl(unit)) this.#controls.limitTime(address);
    if (this.#context.hasNewSignal(address, unit)) this.#context.options.proceedLater(address);
    else if (unit.wait?.until !== undefined) this.#context.wakeLater(address);
    else if (this.#context.isControl(unit)) this.#context.options.proceedLater(address);
    else if (unit.status === 'running') this.#takeOver(address, unit);
  }

  /** Proceeds with every unit that waits for a signal which has arrived. */
  wakeSignalled(): void {
    for (const address of waitingUnits(this.#context.options.state)) {
      if (this.#context.hasNewSignal(address, this.#context.unit(address)))
        this.#context.options.proceedLater(address);
    }
  }

  /** A person's answer about an attempt that was interrupted. */
  answer(address: UnitAddress, answer: InterruptAnswer): void {
    const unit = this.#context.unit(address);
    if (unit.wait?.reason !== 'unknown_effect') return;
    const attempt = unit.attempts.length;
    const output = { value: {} };
    if (answer === 'retry') {
      this.#again.add(unitKey(address));
      this.#context.options.proceedLater(address);
    } else if (answer === 'fail') this.#endings.fail(address, unknownEffect(attempt));
    else this.#context.record({ type: 'step_completed', ...addressFields(address), attempt, output });
  }

  /** Aborts everything in flight; its outcomes are ignored. */
  abandon(): void {
    this.#inFlight.abortAll('The worker lets go of this run.');
    this.#controls.abandon();
  }

  /** The parameters of an attempt; undefined while its secrets are being fetched. @throws ActionError */
  #prepare(address: UnitAddress, source: Source): Prepared | undefined {
    const secrets = this.#context.revealed.get(address, secretNames(source.params));
    return secrets && this.#context.prepare(source, secrets, this.#context.now);
  }

  #recordStart(address: UnitAddress, action: string, inputs: Json): void {
    const attempt = this.#context.unit(address).attempts.length + 1;
    const fields = { ...addressFields(address), attempt };
    const { memoryUse, state } = this.#context.options;
    memoryUse.startAttempt(checkedBy(state, address));
    this.#context.record({ type: 'step_started', ...fields, action, inputs: { value: inputs } });
  }

  #start(address: UnitAddress, source: Source, prepared: Prepared): void {
    const { definition } = prepared;
    if (definition.kind === 'control') {
      this.#controls.started(address, prepared);
      return;
    }
    const refusal = this.#context.options.memoryUse.startEffect(unitKey(address), prepared.inputs);
    if (refusal) {
      this.#endings.settleFailure(address, refusal);
      return;
    }
    const attempt = this.#context.unit(address).attempts.length;
    const runId = publicRunId(this.#context.options.state);
    this.#inFlight.enqueue({
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
    this.#context.options.memoryUse.settleEffect(unitKey(address));
    if ('failure' in outcome) this.#endings.settleFailure(address, outcome.failure);
    else if ('interrupted' in outcome) this.#interrupted(address, this.#context.unit(address));
    else this.#complete(address, attempt, outcome.output);
  }

  #complete(address: UnitAddress, attempt: number, output: Json): void {
    const refusal = this.#context.take(address, 'The output of this step', output);
    const fields = { ...addressFields(address), attempt };
    if (refusal) this.#endings.settleFailure(address, refusal);
    else this.#context.record({ type: 'step_completed', ...fields, output: { value: output } });
  }

  /** An attempt that an earlier runner began: its outcome may still come, or is unknown. */
  #takeOver(address: UnitAddress, unit: UnitState): void {
    const attempt = { ...address, attempt: unit.attempts.length };
    const isOpen = unit.attempts.at(-1)?.status === 'running';
    const outcome = isOpen ? this.#context.options.executor?.resume(attempt) : undefined;
    if (outcome) this.#inFlight.resume(attempt, outcome);
    else this.#interrupted(address, unit);
  }

  /** The attempt was in flight when its process died. */
  #interrupted(address: UnitAddress, unit: UnitState): void {
    const { pipeline, catalogue, state } = this.#context.options;
    const attempt = unit.attempts.length;
    const fields = { ...addressFields(address), attempt };
    if (unit.attempts.at(-1)?.status !== 'interrupted') {
      this.#context.record({ type: 'attempt_interrupted', ...fields });
    }
    const policy = interruptPolicy(unit, this.#context.source(address).step, pipeline, catalogue);
    if (policy === 'retry' && !state.hold) this.begin(address);
    else if (policy === 'retry') this.#context.options.proceedLater(address);
    else if (policy === 'fail') this.#endings.settleFailure(address, unknownEffect(attempt));
    else this.#context.record({ type: 'step_waiting', ...fields, reason: 'unknown_effect' });
  }
}

/** Its attempt was interrupted and is to be retried; its secrets were being fetched, or the run was paused. */
function isToRepeat({ status, attempts }: UnitState): boolean {
  return status === 'running' && attempts.at(-1)?.status === 'interrupted';
}
