import { type AttemptAddress, type AttemptOutcome, type Performer, unitKey } from '@/engine/index';

interface Gate {
  /** Undefined for an attempt that another process, or an earlier life of this one, began. */
  readonly carryOut: (() => Promise<AttemptOutcome>) | undefined;
  readonly open: (outcome: AttemptOutcome) => void;
  outcome: Promise<AttemptOutcome> | undefined;
}

/**
 * Holds attempts back until Restate asks for them, and their outcomes until Restate has kept them and hands them out.
 * An attempt is carried out once, however often it is asked for.
 */
export class Gates implements Performer {
  readonly #gates = new Map<string, Gate>();
  /** Attempts that Restate was given before this runner took the run over. */
  readonly #known: ReadonlySet<string>;
  #isShut = false;

  constructor(known: readonly string[]) {
    this.#known = new Set(known);
  }

  /** Attempts that are held back or under way. */
  get attempts(): readonly string[] {
    return [...this.#gates.keys()];
  }

  execute(attempt: AttemptAddress, carryOut: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
    return this.#add(attempt, carryOut);
  }

  resume(attempt: AttemptAddress): Promise<AttemptOutcome> | undefined {
    return this.#known.has(attemptKey(attempt)) ? this.#add(attempt, undefined) : undefined;
  }

  /**
   * Carries out an attempt, or waits for it when it is under way already; interrupted when it was begun elsewhere.
   * @throws Error when the run was let go of meanwhile: then what the attempt came to is not what Restate may keep
   */
  async carryOut(attempt: string): Promise<AttemptOutcome> {
    const gate = this.#gates.get(attempt);
    if (!gate?.carryOut || this.#isShut) return { interrupted: true };
    gate.outcome ??= gate.carryOut();
    const outcome = await gate.outcome;
    if (this.#isShut) throw new Error(`The run was let go of while ${attempt} was under way.`);
    return outcome;
  }

  /** The run is let go of: what its attempts still come to does not count. */
  shut(): void {
    this.#isShut = true;
  }

  /** Tells the runner what came of an attempt; one that it no longer waits for is ignored. */
  open(attempt: string, outcome: AttemptOutcome): void {
    this.#gates.get(attempt)?.open(outcome);
    this.#gates.delete(attempt);
  }

  #add(attempt: AttemptAddress, carryOut: Gate['carryOut']): Promise<AttemptOutcome> {
    return new Promise((open) => {
      this.#gates.set(attemptKey(attempt), { carryOut, open, outcome: undefined });
    });
  }
}

/** What an attempt is called in Restate: `score[6]#2`. */
function attemptKey(attempt: AttemptAddress): string {
  return `${unitKey(attempt)}#${attempt.attempt}`;
}
