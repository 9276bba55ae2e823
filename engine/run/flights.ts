import type { LogLevel } from '../action';
import { ActionError } from '../errors';
import type { Json } from '../json';
import type { Clock, RevealedSecret, World } from '../ports';
import { type EffectAttempt, runEffect } from './effect';
import { type UnitAddress, unitKey } from './unit';

/** One attempt of one effect that is to take off. */
export type FlightPlan = Pick<
  EffectAttempt,
  'definition' | 'prepared' | 'attempt' | 'idempotencyKey' | 'timeoutSeconds' | 'owner'
> & { readonly address: UnitAddress };

export interface FlightsOptions {
  readonly clock: Clock;
  readonly world: World;
  /** A setting was given to an attempt that must be masked. */
  readonly revealed: (plan: FlightPlan, secret: RevealedSecret) => void;
  readonly logged: (plan: FlightPlan, level: LogLevel, message: string) => void;
  readonly landed: (plan: FlightPlan, output: Json) => void;
  readonly crashed: (plan: FlightPlan, error: unknown) => void;
  /** Told of an error in one of the three above: a mistake of ours, not of the action. */
  readonly fault: (error: unknown) => void;
}

interface Flight {
  readonly plan: FlightPlan;
  readonly controller: AbortController;
}

/**
 * The effects of a run: held back until their start is durable, then in flight until they report. An attempt that was
 * called off or has timed out is heard no more, whatever its action still does.
 */
export class Flights {
  readonly #options: FlightsOptions;
  readonly #flights = new Map<string, Flight>();
  #heldBack: Flight[] = [];

  constructor(options: FlightsOptions) {
    this.#options = options;
  }

  /** Something is held back or in flight, and will report. */
  get isBusy(): boolean {
    return this.#flights.size > 0;
  }

  /** Takes note of an effect; it starts when what is `taken` is launched. */
  add(plan: FlightPlan): void {
    const flight = { plan, controller: new AbortController() };
    this.#flights.set(unitKey(plan.address), flight);
    this.#heldBack.push(flight);
  }

  /** Takes the effects held back until now; the function starts those that were not called off since. */
  take(): () => void {
    const taken = this.#heldBack;
    this.#heldBack = [];
    return () => {
      for (const flight of taken) if (this.#isCurrent(flight)) void this.#fly(flight);
    };
  }

  /** Aborts the effect of this unit, if there is one, and hears it no more. */
  callOff(address: UnitAddress, reason: string): void {
    const flight = this.#flights.get(unitKey(address));
    this.#flights.delete(unitKey(address));
    flight?.controller.abort(new ActionError('cancelled', reason));
  }

  /** Aborts everything. */
  callOffAll(reason: string): void {
    for (const { plan } of [...this.#flights.values()]) this.callOff(plan.address, reason);
    this.#heldBack = [];
  }

  #isCurrent(flight: Flight): boolean {
    return this.#flights.get(unitKey(flight.plan.address)) === flight;
  }

  async #fly(flight: Flight): Promise<void> {
    const { plan, controller } = flight;
    const { clock, world, landed, crashed, fault } = this.#options;
    const outcome = await runEffect({
      ...plan,
      step: plan.address.step,
      controller,
      clock,
      world,
      reveal: (secret) => {
        if (this.#isCurrent(flight)) this.#options.revealed(plan, secret);
      },
      log: (level, message) => this.#log(flight, level, message),
    }).then(
      (output) => () => landed(plan, output),
      (error: unknown) => () => crashed(plan, error),
    );
    if (!this.#isCurrent(flight)) return;
    this.#flights.delete(unitKey(plan.address));
    try {
      outcome();
    } catch (error) {
      fault(error);
    }
  }

  #log(flight: Flight, level: LogLevel, message: string): void {
    if (this.#isCurrent(flight)) this.#options.logged(flight.plan, level, String(message));
  }
}
