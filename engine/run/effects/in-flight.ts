import type { LogLevel } from '../../action-context';
import { ActionError, toFailure } from '../../errors';
import type { Json } from '../../json';
import { measuring } from '../../measure';
import { driveSync, type Pausing } from '../../pausing';
import type { RunContext } from '../context/run-context';
import type { Subsystem } from '../context/subsystem';
import { maskFailure, masking } from '../masking/mask';
import type { UnitState } from '../state/state';
import { type UnitAddress, unitKey } from '../state/unit';
import { type EffectAttempt, runEffect } from './effect';
import { type AttemptOutcome, directExecutor } from './effect-executor';

/** One attempt of one effect that is to be started. */
export type EffectStart = Pick<
  EffectAttempt,
  'definition' | 'prepared' | 'attempt' | 'idempotencyKey' | 'traceHeaders' | 'timeoutSeconds' | 'owner'
> & { readonly address: UnitAddress };

/** The outcome of an aborted attempt, which is ignored. */
const ABORTED: AttemptOutcome = { failure: { kind: 'cancelled', message: 'The attempt was aborted.' } };

interface InFlight {
  readonly address: UnitAddress;
  readonly attempt: number;
  readonly controller: AbortController;
}

interface PendingEffect extends InFlight {
  readonly start: EffectStart;
}

/**
 * The effects of a run: pending until their start is durable, then in flight until they settle. The outcome of an attempt
 * that was aborted or has timed out is ignored, whatever its action still does.
 */
export class EffectsInFlight implements Subsystem {
  readonly #context: RunContext;
  readonly #inFlight = new Map<string, InFlight>();
  #pending: PendingEffect[] = [];

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Pending effects count: they will settle too. */
  get activity(): 'executing' | undefined {
    return this.#inFlight.size > 0 ? 'executing' : undefined;
  }

  /** Adds an effect; it starts with the function that `take` returns. */
  enqueue(start: EffectStart): void {
    const { address, attempt } = start;
    const effect = { start, address, attempt, controller: new AbortController() };
    this.#inFlight.set(unitKey(address), effect);
    this.#pending.push(effect);
  }

  /** Waits for an attempt that an earlier runner began. @returns false when its outcome is unknown */
  resume(address: UnitAddress, { attempts }: UnitState): boolean {
    if (attempts.at(-1)?.status !== 'running') return false;
    const attempt = attempts.length;
    const outcome = this.#context.options.executor?.resume({ ...address, attempt });
    if (!outcome) return false;
    const effect = { address, attempt, controller: new AbortController() };
    this.#inFlight.set(unitKey(address), effect);
    void this.#settle(effect, outcome);
    return true;
  }

  /** The returned function starts the pending effects that have not been aborted since. */
  takeStarts(): () => void {
    const pending = this.#pending;
    this.#pending = [];
    return () => {
      for (const effect of pending) if (this.#isCurrent(effect)) this.#start(effect);
    };
  }

  unitEnded(address: UnitAddress): void {
    this.#context.memoryUse.settleEffect(unitKey(address));
    this.#abort(address, this.#context.unit(address).cancelReason ?? 'The step has ended.');
  }

  abandon(): void {
    for (const { address } of [...this.#inFlight.values()]) {
      this.#abort(address, 'The worker releases this run.');
    }
    this.#pending = [];
  }

  /** Aborts the effect of this unit, if it has one, and ignores its outcome. */
  #abort(address: UnitAddress, reason: string): void {
    const effect = this.#inFlight.get(unitKey(address));
    if (!effect) return;
    this.#inFlight.delete(unitKey(address));
    effect.controller.abort(new ActionError('cancelled', reason));
  }

  #isCurrent(effect: InFlight): boolean {
    return this.#inFlight.get(unitKey(effect.address)) === effect;
  }

  #start(effect: PendingEffect): void {
    const { address, attempt } = effect;
    const { executor = directExecutor } = this.#context.options;
    const run = () => this.#run(effect);
    void this.#settle(effect, executor.execute({ ...address, attempt }, run));
  }

  /** Runs the effect and masks its outcome while its secrets are known. @throws what masking throws */
  async #run(effect: PendingEffect): Promise<AttemptOutcome> {
    const { start, controller } = effect;
    const { revealed, options } = this.#context;
    const { clock, world } = options;
    if (!this.#isCurrent(effect)) return ABORTED;
    const outcome = await runEffect({
      ...start,
      step: start.address.step,
      controller,
      clock,
      world,
      reveal: (secret) => {
        if (this.#isCurrent(effect)) revealed.add(start.address, secret);
      },
      log: (level, message) => this.#log(effect, level, message),
    }).then(
      (output) => ({ output }),
      (error: unknown) => ({ failure: toFailure(error) }),
    );
    // The attempt was aborted and its secrets are dropped, so its outcome cannot be masked.
    if (!this.#isCurrent(effect)) return ABORTED;
    const secrets = revealed.hidden(start.address);
    if ('output' in outcome) return { output: await this.#masked(outcome.output, secrets) };
    return { failure: maskFailure(outcome.failure, secrets) };
  }

  async #masked(output: Json, secrets: readonly string[]): Promise<Json> {
    const { drive = driveSync } = this.#context.options.world;
    return secrets.length === 0 ? output : drive(maskingMeasured(output, secrets));
  }

  async #settle(effect: InFlight, pending: Promise<AttemptOutcome>): Promise<void> {
    try {
      const outcome = await pending;
      if (!this.#isCurrent(effect)) return;
      this.#inFlight.delete(unitKey(effect.address));
      this.#settled(effect, outcome);
    } catch (error) {
      if (this.#isCurrent(effect)) this.#inFlight.delete(unitKey(effect.address));
      // A defect of the engine or the executor, not of the action.
      this.#context.turns.fault(error);
    }
  }

  #settled({ address, attempt }: InFlight, outcome: AttemptOutcome): void {
    const { memoryUse, subsystems, turns } = this.#context;
    memoryUse.settleEffect(unitKey(address));
    for (const part of subsystems) part.attemptSettled?.(address, attempt, outcome);
    turns.signal();
  }

  #log(effect: PendingEffect, level: LogLevel, message: string): void {
    if (!this.#isCurrent(effect)) return;
    this.#context.log(effect.address, effect.attempt, level, String(message));
    this.#context.turns.signal();
  }
}

/** Masks an output and measures it, since later code needs the size of the masked output. */
function* maskingMeasured(output: Json, secrets: readonly string[]): Pausing<Json> {
  const masked = yield* masking(output, secrets);
  yield* measuring(masked);
  return masked;
}
