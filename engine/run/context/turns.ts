import type { Clock } from '../../ports';
import type { UnitAddress } from '../state/unit';

/** How long a run may decide before its events are written, in ms. */
const TURN_MS = 5;

/** How long it may decide in one go, in ms: most runs are done then. */
const SHORT_TURN_MS = 1;

/** When a run takes its next turn, and which units are due then. */
export class Turns {
  readonly #clock: Clock;
  readonly #due: UnitAddress[] = [];
  /** When this turn was granted its time, in ms since 1970. */
  #start = 0;
  #hasNews = false;
  #fault: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a turn: what is signalled from now on is for the next one. */
  begin(): void {
    this.#hasNews = false;
  }

  /** Grants the turn its time to decide. */
  grantTime(): void {
    this.#start = this.#now;
  }

  /** Its events should be written. */
  get isOver(): boolean {
    return this.#now >= this.#start + TURN_MS;
  }

  /** It has decided for a while: other runs should have their turn in between. */
  get isLong(): boolean {
    return this.#now >= this.#start + SHORT_TURN_MS;
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }

  /** Something was signalled since the turn began. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Asks for another turn. */
  signal(): void {
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Resolves at the next signal. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Asks for another turn in which this unit is continued. */
  proceedLater(address: UnitAddress): void {
    this.#due.push(address);
    this.signal();
  }

  /** A unit is due. */
  get hasDue(): boolean {
    return this.#due.length > 0;
  }

  /** Takes the unit that has been due longest. */
  takeDue(): UnitAddress | undefined {
    return this.#due.shift();
  }

  /** Ends the run in this process with an error, after what was recorded is durable. The first one counts. */
  fault(error: unknown): void {
    this.#fault ??= { error };
    this.signal();
  }

  /** @throws the error of a fault */
  throwFault(): void {
    if (this.#fault) throw this.#fault.error;
  }
}
