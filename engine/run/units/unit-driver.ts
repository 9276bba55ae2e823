import type { Failure } from '../../errors';
import type { Json } from '../../json';
import { normalizeParams } from '../../pipeline/normalize';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import type { Controls } from '../controls/controls';
import { breakpointPlace } from '../debug/breakpoint';
import { type Decisions, startsAttempt } from '../debug/decisions';
import type { AttemptOutcome } from '../effects/effect-executor';
import type { EffectsInFlight } from '../effects/in-flight';
import { isTerminal } from '../state/fold';
import type { PauseState, UnitState } from '../state/state';
import { addressFields, childOf, parentOf, type UnitAddress, unitKey, waitingUnits } from '../state/unit';
import type { Attempts } from './attempts';
import type { Endings } from './endings';
import { type InterruptAnswer, interruptPolicy, unknownEffect } from './interruption';

export interface UnitDriverParts {
  readonly endings: Endings;
  readonly effects: EffectsInFlight;
  readonly attempts: Attempts;
  readonly controls: Controls;
  readonly decisions: Decisions;
}

/**
 * Drives single units, both steps and iterations, from one attempt to the next. `proceed` decides from the state of the
 * unit and the clock, so that repeated and early calls do no harm.
 */
export class UnitDriver implements Subsystem {
  readonly #context: RunContext;
  readonly #endings: Endings;
  readonly #effects: EffectsInFlight;
  readonly #attempts: Attempts;
  readonly #controls: Controls;
  readonly #decisions: Decisions;
  readonly #answers: { readonly address: UnitAddress; readonly answer: InterruptAnswer }[] = [];
  /** Units whose interrupted attempt a person wants to repeat. */
  readonly #again = new Set<string>();

  constructor(context: RunContext, { endings, effects, attempts, controls, decisions }: UnitDriverParts) {
    this.#context = context;
    this.#endings = endings;
    this.#effects = effects;
    this.#attempts = attempts;
    this.#controls = controls;
    this.#decisions = decisions;
  }

  /** Begins the next attempt of a unit, as soon as its secrets have arrived. */
  begin(address: UnitAddress): void {
    const control = this.#attempts.begin(address);
    if (control) this.#controls.started(address, control);
  }

  /** Whether `proceed` would begin another attempt now, which needs a slot. */
  wantsAttempt(address: UnitAddress): boolean {
    const unit = this.#context.unit(address);
    if (unit.decided) return startsAttempt(unit);
    if (unit.status === 'retrying') return !this.#context.isEarly(unit);
    return unit.wait?.reason === 'unknown_effect' && this.#again.has(unitKey(address));
  }

  /** Proceeds with a unit whose timer fired, whose iteration ended, or whose secrets have arrived. */
  proceed(address: UnitAddress): void {
    const unit = this.#context.unit(address);
    const parent = parentOf(address);
    const isOver = isTerminal(unit.status) || (parent && isTerminal(this.#context.unit(parent).status));
    if (isOver) this.#context.revealed.drop(address);
    else if (unit.pause) this.#expire(address, unit, unit.pause);
    else if (unit.decided && !startsAttempt(unit)) this.#decisions.carryOut(address, unit.decided);
    else if (unit.status === 'pending' || isToRepeat(unit) || this.wantsAttempt(address)) this.begin(address);
    else if (unit.status === 'retrying') this.#context.wakeLater(address);
    else if (this.#context.isControl(unit)) this.#controls.proceed(address);
  }

  /** Cancels the run when a breakpoint has paused it for too long. */
  #expire(address: UnitAddress, unit: UnitState, { until, since, breakpoint }: PauseState): void {
    if (until === undefined) return;
    if (this.#context.isEarly(unit)) {
      this.#context.wakeLater(address);
      return;
    }
    const place = breakpoint ? breakpointPlace(breakpoint.at) : '';
    const detail = `The pause at the breakpoint ${place} began at ${since} and reached its time limit at ${until}. The run is cancelled.`;
    this.#context.record({ type: 'cancel_requested', detail });
  }

  unitEnded(address: UnitAddress): void {
    const key = unitKey(address);
    this.#context.timers.clear(key);
    this.#again.delete(key);
  }

  /** Takes over a unit as an earlier runner left it. */
  recover(address: UnitAddress, unit: UnitState): void {
    if (isTerminal(unit.status)) return;
    if (unit.decided) this.#context.turns.proceedLater(address);
    if (unit.status === 'pending' || unit.decided) return;
    for (const [index, child] of [...(unit.iterations?.units ?? [])]) {
      this.recover(childOf(address, index), child);
    }
    if (this.#context.isControl(unit)) this.#controls.limitTime(address);
    if (this.#context.hasNewSignal(address, unit)) this.#context.turns.proceedLater(address);
    else if (unit.wait?.until !== undefined) this.#context.wakeLater(address);
    else if (this.#context.isControl(unit)) this.#context.turns.proceedLater(address);
    else if (unit.status === 'running' && !this.#effects.resume(address, unit))
      this.#interrupted(address, unit);
  }

  /** Proceeds with every unit that waits for a signal which has arrived. */
  wakeSignalled(): void {
    for (const address of waitingUnits(this.#context.state)) {
      if (this.#context.hasNewSignal(address, this.#context.unit(address)))
        this.#context.turns.proceedLater(address);
    }
  }

  /** Stores a person's answer about an interrupted attempt for the next turn. */
  answerLater(address: UnitAddress, answer: InterruptAnswer): void {
    this.#answers.push({ address, answer });
    this.#context.turns.signal();
  }

  /** Applies the answers that have arrived; those that no unit waits for are ignored. */
  applyAnswers(): void {
    for (const { address, answer } of this.#answers.splice(0)) this.#answer(address, answer);
  }

  #answer(address: UnitAddress, answer: InterruptAnswer): void {
    const unit = this.#context.unit(address);
    if (unit.wait?.reason !== 'unknown_effect') return;
    const attempt = unit.attempts.length;
    const output = { value: {} };
    if (answer === 'retry') {
      this.#again.add(unitKey(address));
      this.#context.turns.proceedLater(address);
    } else if (answer === 'fail') this.#endings.fail(address, unknownEffect(attempt));
    else this.#context.record({ type: 'step_completed', ...addressFields(address), attempt, output });
  }

  attemptSettled(address: UnitAddress, attempt: number, outcome: AttemptOutcome): void {
    if ('failure' in outcome) this.#endings.settleFailure(address, outcome.failure);
    else if ('interrupted' in outcome) this.#interrupted(address, this.#context.unit(address));
    else this.#complete(address, attempt, outcome.output);
  }

  #complete(address: UnitAddress, attempt: number, output: Json): void {
    const refusal = this.#context.take(address, 'The output of this step', output);
    const fields = { ...addressFields(address), attempt };
    if (refusal) this.#endings.settleFailure(address, refusal);
    else {
      const warning = this.#warningOf(address, output);
      const event = { type: 'step_completed' as const, ...fields, output: { value: output } };
      this.#context.record({ ...event, ...(warning && { warning }) });
    }
  }

  /** The problem that the action finds in its output. */
  #warningOf(address: UnitAddress, output: Json): Failure | undefined {
    const { action, params } = this.#context.source(address);
    const definition = this.#context.catalogue.find(action);
    if (definition?.kind !== 'effect' || !definition.warning) return undefined;
    const descriptor = this.#context.catalogue.descriptors.find(action);
    return definition.warning(output, normalizeParams(params, descriptor).params);
  }

  /** Handles an attempt that was in flight when its process died. */
  #interrupted(address: UnitAddress, unit: UnitState): void {
    const { pipeline, catalogue, state } = this.#context;
    const attempt = unit.attempts.length;
    const fields = { ...addressFields(address), attempt };
    if (unit.attempts.at(-1)?.status !== 'interrupted') {
      this.#context.record({ type: 'attempt_interrupted', ...fields });
    }
    const policy = interruptPolicy(unit, this.#context.source(address).step, pipeline, catalogue);
    if (policy === 'retry' && !state.hold) this.begin(address);
    else if (policy === 'retry') this.#context.turns.proceedLater(address);
    else if (policy === 'fail') this.#endings.settleFailure(address, unknownEffect(attempt));
    else this.#context.record({ type: 'step_waiting', ...fields, reason: 'unknown_effect' });
  }
}

/** Whether its interrupted attempt is to be repeated. Its secrets were being fetched, or the run was paused. */
function isToRepeat({ status, attempts }: UnitState): boolean {
  return status === 'running' && attempts.at(-1)?.status === 'interrupted';
}
