import { type AttemptAddress, type AttemptOutcome, type EffectExecutor, unitKey } from '@/engine';

interface Gate {
  /** Undefined for an attempt that another process, or an earlier session of this one, started. */
  readonly carryOut: (() => Promise<AttemptOutcome>) | undefined;
  readonly open: (outcome: AttemptOutcome) => void;
  outcome: Promise<AttemptOutcome> | undefined;
}

/**
 * Delays attempts until Restate requests them, and their outcomes until Restate has stored and returned them. An
 * attempt is executed once, however often it is requested.
 */
export class Gates implements EffectExecutor {
  readonly #gates = new Map<string, Gate>();
  /** Attempts that Restate received before this runner took over the run. */
  readonly #known: ReadonlySet<string>;
  #isShut = false;

  constructor(known: readonly string[]) {
    this.#known = new Set(known);
  }

  /** Attempts that are delayed or in flight. */
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
   * Executes an attempt, or waits for it when it is in flight; interrupted when it was started elsewhere.
   * @throws Error when the run was released meanwhile, because Restate must not store such an outcome
   */
  async carryOut(attempt: string): Promise<AttemptOutcome> {
    const gate = this.#gates.get(attempt);
    if (!gate?.carryOut || this.#isShut) return { interrupted: true };
    gate.outcome ??= gate.carryOut();
    const outcome = await gate.outcome;
    if (this.#isShut) throw new Error(`The run was released while ${attempt} was in flight.`);
    return outcome;
  }

  /** The run is released: outcomes of its attempts no longer count. */
  shut(): void {
    this.#isShut = true;
  }

  /** Passes the outcome of an attempt to the runner, which ignores attempts that it no longer waits for. */
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

/** The name of an attempt in Restate: `score[6]#2`. */
function attemptKey(attempt: AttemptAddress): string {
  return `${unitKey(attempt)}#${attempt.attempt}`;
}
