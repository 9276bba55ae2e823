import type { LogLevel } from '../../action';
import { ActionError, toFailure } from '../../errors';
import type { Json } from '../../json';
import { measuring } from '../../measure';
import { driveSync, type Pausing } from '../../pausing';
import type { Clock, RevealedSecret, World } from '../../ports';
import { maskFailure, masking } from '../masking/mask';
import { type UnitAddress, unitKey } from '../state/unit';
import { type EffectAttempt, runEffect } from './effect';
import type { AttemptAddress, AttemptOutcome, EffectExecutor } from './effect-executor';

/** One attempt of one effect that is to be started. */
export type EffectStart = Pick<
  EffectAttempt,
  'definition' | 'prepared' | 'attempt' | 'idempotencyKey' | 'timeoutSeconds' | 'owner'
> & { readonly address: UnitAddress };

export interface EffectsInFlightOptions {
  readonly clock: Clock;
  readonly world: World;
  readonly executor: EffectExecutor;
  /** Texts that must not appear in the outcome of an attempt of this unit. */
  readonly hidden: (address: UnitAddress) => readonly string[];
  /** Called when an attempt was given a setting that must be masked. */
  readonly revealed: (start: EffectStart, secret: RevealedSecret) => void;
  readonly logged: (start: EffectStart, level: LogLevel, message: string) => void;
  readonly ended: (address: UnitAddress, attempt: number, outcome: AttemptOutcome) => void;
  /** Called with an error in one of the above: a defect of the engine, not of the action. */
  readonly fault: (error: unknown) => void;
}

/** The outcome of an aborted attempt, which is ignored. */
const ABORTED: AttemptOutcome = { failure: { kind: 'cancelled', message: 'It was called off.' } };

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
export class EffectsInFlight {
  readonly #options: EffectsInFlightOptions;
  readonly #inFlight = new Map<string, InFlight>();
  #pending: PendingEffect[] = [];

  constructor(options: EffectsInFlightOptions) {
    this.#options = options;
  }

  /** An effect is pending or in flight, and will settle. */
  get isBusy(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Adds an effect; it starts with the function that `take` returns. */
  enqueue(start: EffectStart): void {
    const { address, attempt } = start;
    const effect = { start, address, attempt, controller: new AbortController() };
    this.#inFlight.set(unitKey(address), effect);
    this.#pending.push(effect);
  }

  /** Waits for an attempt that an earlier runner began. */
  resume({ attempt, ...address }: AttemptAddress, outcome: Promise<AttemptOutcome>): void {
    const effect = { address, attempt, controller: new AbortController() };
    this.#inFlight.set(unitKey(address), effect);
    void this.#settle(effect, outcome);
  }

  /** Takes the pending effects; the function starts those that were not aborted since. */
  take(): () => void {
    const pending = this.#pending;
    this.#pending = [];
    return () => {
      for (const effect of pending) if (this.#isCurrent(effect)) this.#start(effect);
    };
  }

  /** Aborts the effect of this unit, if there is one, and ignores its outcome. */
  abort(address: UnitAddress, reason: string): void {
    const effect = this.#inFlight.get(unitKey(address));
    this.#inFlight.delete(unitKey(address));
    effect?.controller.abort(new ActionError('cancelled', reason));
  }

  /** Aborts everything. */
  abortAll(reason: string): void {
    for (const { address } of [...this.#inFlight.values()]) this.abort(address, reason);
    this.#pending = [];
  }

  #isCurrent(effect: InFlight): boolean {
    return this.#inFlight.get(unitKey(effect.address)) === effect;
  }

  #start(effect: PendingEffect): void {
    const { address, attempt } = effect;
    const run = () => this.#run(effect);
    void this.#settle(effect, this.#options.executor.execute({ ...address, attempt }, run));
  }

  /** Runs the effect and masks its outcome while its secrets are known. @throws what masking throws */
  async #run(effect: PendingEffect): Promise<AttemptOutcome> {
    const { start, controller } = effect;
    const { clock, world, hidden } = this.#options;
    if (!this.#isCurrent(effect)) return ABORTED;
    const outcome = await runEffect({
      ...start,
      step: start.address.step,
      controller,
      clock,
      world,
      reveal: (secret) => {
        if (this.#isCurrent(effect)) this.#options.revealed(start, secret);
      },
      log: (level, message) => this.#log(effect, level, message),
    }).then(
      (output) => ({ output }),
      (error: unknown) => ({ failure: toFailure(error) }),
    );
    // Its secrets are dropped already.
    if (!this.#isCurrent(effect)) return ABORTED;
    const secrets = hidden(start.address);
    if ('output' in outcome) return { output: await this.#masked(outcome.output, secrets) };
    return { failure: maskFailure(outcome.failure, secrets) };
  }

  async #masked(output: Json, secrets: readonly string[]): Promise<Json> {
    const { drive = driveSync } = this.#options.world;
    return secrets.length === 0 ? output : drive(maskingMeasured(output, secrets));
  }

  async #settle(effect: InFlight, pending: Promise<AttemptOutcome>): Promise<void> {
    try {
      const outcome = await pending;
      if (!this.#isCurrent(effect)) return;
      this.#inFlight.delete(unitKey(effect.address));
      this.#options.ended(effect.address, effect.attempt, outcome);
    } catch (error) {
      if (this.#isCurrent(effect)) this.#inFlight.delete(unitKey(effect.address));
      this.#options.fault(error);
    }
  }

  #log(effect: PendingEffect, level: LogLevel, message: string): void {
    if (this.#isCurrent(effect)) this.#options.logged(effect.start, level, String(message));
  }
}

/** Masks and measures: later code asks for the measure of the masked output. */
function* maskingMeasured(output: Json, secrets: readonly string[]): Pausing<Json> {
  const masked = yield* masking(output, secrets);
  yield* measuring(masked);
  return masked;
}
