import { isTerminal } from './fold';
import type { IterationsState, StepStatus } from './state';
import { type UnitAddress, unitKey } from './unit';

interface Tally {
  /** No iteration below this one is left to start. */
  next: number;
  /** Started and not ended, those that wait for secrets included. */
  open: number;
  hasFailed: boolean;
}

/** How far each loop has come. Counted from the journal when a runner takes over, then kept event by event. */
export class Loops {
  readonly #tallies = new Map<string, Tally>();

  /** Takes the next iteration to start; undefined when none may start now. */
  take(address: UnitAddress, iterations: IterationsState): number | undefined {
    const tally = this.#tally(address, iterations);
    if (tally.open >= iterations.parallel || (iterations.stopOnFailure && tally.hasFailed)) return undefined;
    while (iterations.units.has(tally.next)) tally.next += 1;
    if (tally.next >= iterations.first + iterations.items.length) return undefined;
    tally.open += 1;
    tally.next += 1;
    return tally.next - 1;
  }

  /** Every iteration that was started has ended. */
  isIdle(address: UnitAddress, iterations: IterationsState): boolean {
    return this.#tally(address, iterations).open === 0;
  }

  /** Tells that an iteration of this loop has ended. */
  ended(loop: UnitAddress, status: StepStatus): void {
    const tally = this.#tallies.get(unitKey(loop));
    if (!tally) return;
    tally.open -= 1;
    if (status !== 'completed') tally.hasFailed = true;
  }

  drop(address: UnitAddress): void {
    this.#tallies.delete(unitKey(address));
  }

  #tally(address: UnitAddress, { units, first }: IterationsState): Tally {
    const key = unitKey(address);
    const known = this.#tallies.get(key);
    if (known) return known;
    const tally: Tally = { next: first, open: 0, hasFailed: false };
    for (const { status } of units.values()) {
      if (!isTerminal(status)) tally.open += 1;
      else if (status !== 'completed') tally.hasFailed = true;
    }
    this.#tallies.set(key, tally);
    return tally;
  }
}
