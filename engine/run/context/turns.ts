import type { Clock } from '../../ports';
import type { UnitAddress } from '../state/unit';

/** How long a run may make decisions before its events are written, in ms. */
const TURN_MS = 5;

/** How long a run may make decisions before other runs may proceed, in ms. Most turns are shorter. */
const SHORT_TURN_MS = 1;

/** When a run takes its next turn, and which units are due then. */
export class Turns {
  readonly #clock: Clock;
  readonly #due: UnitAddress[] = [];
  /** When the time of this turn began to count, in ms since 1970. */
  #start = 0;
  #hasNews = false;
  #fault: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a turn. Signals from now on are for the next one. */
  begin(): void {
    this.#hasNews = false;
  }

  /** Starts to count the time of this turn. */
  grantTime(): void {
    this.#start = this.#now;
  }

  /** Whether the events of this turn should be written. */
  get isOver(): boolean {
    return this.#now >= this.#start + TURN_MS;
  }

  /** Whether the turn has taken so long that other runs should proceed first. */
  get isLong(): boolean {
    return this.#now >= this.#start + SHORT_TURN_MS;
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }

  /** Whether another turn was requested since this one began. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Requests another turn. */
  signal(): void {
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Resolves when another turn is requested. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Requests another turn in which this unit proceeds. */
  proceedLater(address: UnitAddress): void {
    this.#due.push(address);
    this.signal();
  }

  get hasDue(): boolean {
    return this.#due.length > 0;
  }

  /** Takes the unit that has been due longest. */
  takeDue(): UnitAddress | undefined {
    return this.#due.shift();
  }

  /** Ends the run in this process with an error, after what was recorded is durable. Only the first error counts. */
  fault(error: unknown): void {
    this.#fault ??= { error };
    this.signal();
  }

  /** @throws the error of a fault */
  throwFault(): void {
    if (this.#fault) throw this.#fault.error;
  }
}
