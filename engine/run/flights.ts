import type { LogLevel } from '../action';
import { ActionError, toFailure } from '../errors';
import type { Json } from '../json';
import { measuring } from '../measure';
import { driveAtOnce, type Pausing } from '../pausing';
import type { Clock, RevealedSecret, World } from '../ports';
import { type EffectAttempt, runEffect } from './effect';
import { maskFailure, masking } from './mask';
import type { AttemptAddress, AttemptOutcome, Performer } from './performer';
import { type UnitAddress, unitKey } from './unit';

/** One attempt of one effect that is to take off. */
export type FlightPlan = Pick<
  EffectAttempt,
  'definition' | 'prepared' | 'attempt' | 'idempotencyKey' | 'timeoutSeconds' | 'owner'
> & { readonly address: UnitAddress };

export interface FlightsOptions {
  readonly clock: Clock;
  readonly world: World;
  readonly performer: Performer;
  /** Texts that must not appear in what an attempt of this unit leaves behind. */
  readonly hidden: (address: UnitAddress) => readonly string[];
  /** A setting was given to an attempt that must be masked. */
  readonly revealed: (plan: FlightPlan, secret: RevealedSecret) => void;
  readonly logged: (plan: FlightPlan, level: LogLevel, message: string) => void;
  readonly ended: (address: UnitAddress, attempt: number, outcome: AttemptOutcome) => void;
  /** Told of an error in one of the above: a mistake of ours, not of the action. */
  readonly fault: (error: unknown) => void;
}

/** Of an attempt that was called off nobody waits for more than the fact. */
const CALLED_OFF: AttemptOutcome = { failure: { kind: 'cancelled', message: 'It was called off.' } };

interface Flight {
  readonly address: UnitAddress;
  readonly attempt: number;
  readonly controller: AbortController;
}

interface PlannedFlight extends Flight {
  readonly plan: FlightPlan;
}

/**
 * The effects of a run: held back until their start is durable, then in flight until they report. An attempt that was
 * called off or has timed out is heard no more, whatever its action still does.
 */
export class Flights {
  readonly #options: FlightsOptions;
  readonly #flights = new Map<string, Flight>();
  #heldBack: PlannedFlight[] = [];

  constructor(options: FlightsOptions) {
    this.#options = options;
  }

  /** Something is held back or in flight, and will report. */
  get isBusy(): boolean {
    return this.#flights.size > 0;
  }

  /** Takes note of an effect; it starts when what is `taken` is launched. */
  add(plan: FlightPlan): void {
    const { address, attempt } = plan;
    const flight = { plan, address, attempt, controller: new AbortController() };
    this.#flights.set(unitKey(address), flight);
    this.#heldBack.push(flight);
  }

  /** Waits for an attempt that an earlier runner began. */
  adopt({ attempt, ...address }: AttemptAddress, outcome: Promise<AttemptOutcome>): void {
    const flight = { address, attempt, controller: new AbortController() };
    this.#flights.set(unitKey(address), flight);
    void this.#land(flight, outcome);
  }

  /** Takes the effects held back until now; the function starts those that were not called off since. */
  take(): () => void {
    const taken = this.#heldBack;
    this.#heldBack = [];
    return () => {
      for (const flight of taken) if (this.#isCurrent(flight)) this.#fly(flight);
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
    for (const { address } of [...this.#flights.values()]) this.callOff(address, reason);
    this.#heldBack = [];
  }

  #isCurrent(flight: Flight): boolean {
    return this.#flights.get(unitKey(flight.address)) === flight;
  }

  #fly(flight: PlannedFlight): void {
    const { address, attempt } = flight;
    const carryOut = () => this.#carryOut(flight);
    void this.#land(flight, this.#options.performer.perform({ ...address, attempt }, carryOut));
  }

  /** Runs the effect; what it leaves behind is masked while its secrets are known. @throws what masking throws */
  async #carryOut(flight: PlannedFlight): Promise<AttemptOutcome> {
    const { plan, controller } = flight;
    const { clock, world, hidden } = this.#options;
    if (!this.#isCurrent(flight)) return CALLED_OFF;
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
      (output) => ({ output }),
      (error: unknown) => ({ failure: toFailure(error) }),
    );
    // Its secrets are forgotten already.
    if (!this.#isCurrent(flight)) return CALLED_OFF;
    const secrets = hidden(plan.address);
    if ('output' in outcome) return { output: await this.#masked(outcome.output, secrets) };
    return { failure: maskFailure(outcome.failure, secrets) };
  }

  async #masked(output: Json, secrets: readonly string[]): Promise<Json> {
    const { drive = driveAtOnce } = this.#options.world;
    return secrets.length === 0 ? output : drive(maskingMeasured(output, secrets));
  }

  async #land(flight: Flight, landing: Promise<AttemptOutcome>): Promise<void> {
    try {
      const outcome = await landing;
      if (!this.#isCurrent(flight)) return;
      this.#flights.delete(unitKey(flight.address));
      this.#options.ended(flight.address, flight.attempt, outcome);
    } catch (error) {
      if (this.#isCurrent(flight)) this.#flights.delete(unitKey(flight.address));
      this.#options.fault(error);
    }
  }

  #log(flight: PlannedFlight, level: LogLevel, message: string): void {
    if (this.#isCurrent(flight)) this.#options.logged(flight.plan, level, String(message));
  }
}

/** What becomes of the masked output asks for its measure. */
function* maskingMeasured(output: Json, secrets: readonly string[]): Pausing<Json> {
  const masked = yield* masking(output, secrets);
  yield* measuring(masked);
  return masked;
}
