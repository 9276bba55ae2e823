import type { Failure } from '../../errors';
import { MAX_RESULTS_BYTES, megabytes } from '../../value-limits';
import { isTerminal } from '../state/fold';
import { payloadBytes } from '../state/payload';
import type { IterationsState, UnitState } from '../state/state';
import { type UnitAddress, unitKey } from '../state/unit';

interface Tally {
  /** All iterations below this index have started. */
  next: number;
  /** Iterations that have started and not ended, including those that wait for secrets. */
  open: number;
  hasFailed: boolean;
  /** Completed iterations, and the size of their outputs together, in bytes of JSON text. */
  completed: number;
  bytes: number;
}

/** The progress of each loop. Counted from the journal when a runner takes over, then updated with each event. */
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

  /** Whether every iteration that was started has ended. */
  isIdle(address: UnitAddress, iterations: IterationsState): boolean {
    return this.#tally(address, iterations).open === 0;
  }

  /** Counts an iteration of this loop that has ended. */
  ended(loop: UnitAddress, unit: UnitState): void {
    const tally = this.#tallies.get(unitKey(loop));
    if (!tally) return;
    tally.open -= 1;
    count(tally, unit);
  }

  /** The failure of a loop whose iterations' outputs together exceed the limit of its own output. */
  overflow(address: UnitAddress, iterations: IterationsState): Failure | undefined {
    // The output of a wait does not contain its checks.
    if (iterations.as !== undefined) return undefined;
    const { bytes, completed } = this.#tally(address, iterations);
    if (bytes <= MAX_RESULTS_BYTES) return undefined;
    const message = `The results of this loop are ${megabytes(bytes)} of JSON after ${completed} of ${iterations.total} iterations, but the limit is ${megabytes(MAX_RESULTS_BYTES)}. Return less from each iteration, or use shorter lists.`;
    return { kind: 'expression_error', message };
  }

  drop(address: UnitAddress): void {
    this.#tallies.delete(unitKey(address));
  }

  #tally(address: UnitAddress, { units, first }: IterationsState): Tally {
    const key = unitKey(address);
    const known = this.#tallies.get(key);
    if (known) return known;
    const tally: Tally = { next: first, open: 0, hasFailed: false, completed: 0, bytes: 0 };
    for (const unit of units.values()) {
      if (isTerminal(unit.status)) count(tally, unit);
      else tally.open += 1;
    }
    this.#tallies.set(key, tally);
    return tally;
  }
}

/** Counts an iteration that has ended. */
function count(tally: Tally, { status, output }: UnitState): void {
  if (status !== 'completed') {
    tally.hasFailed = true;
    return;
  }
  tally.completed += 1;
  if (output) tally.bytes += payloadBytes(output);
}
