/** A run that holds less than this is never held up, in bytes. */
const SMALL_RUN_BYTES = 1_000_000;

/** The place of one run among those that share the memory of a process. */
export interface MemoryShare {
  /**
   * Reports what the run holds, and asks whether it may start something: if not, it is told later, and asks again.
   * @param bytes as `Holdings` counts them
   */
  mayGoOn(bytes: number): boolean;
  /** Gives back what it holds: the run has ended, or is given back. */
  leave(): void;
}

interface Member {
  /** The run, or the run whose loop this is a part of. */
  readonly runId: string;
  bytes: number;
  readonly tell: () => void;
}

/**
 * What the runs of one process hold together. Above the budget, runs that hold much start nothing more until it is below
 * it again, all but one with the parts of its loops: the one that has waited longest goes on until it leaves, so that there
 * is always progress.
 */
export class SharedMemory {
  readonly #budget: number;
  #held = 0;
  readonly #waiting = new Set<Member>();
  #ahead: Member | undefined;

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** What all of them hold now, in bytes. */
  get held(): number {
    return this.#held;
  }

  /** Takes in a run, or a part of one. @param tell called when it was held up and should ask again */
  join(runId: string, tell: () => void): MemoryShare {
    const member: Member = { runId, bytes: 0, tell };
    return {
      mayGoOn: (bytes) => this.#mayGoOn(member, bytes),
      leave: () => this.#leave(member),
    };
  }

  #mayGoOn(member: Member, bytes: number): boolean {
    this.#report(member, bytes);
    if (this.#held <= this.#budget || bytes < SMALL_RUN_BYTES || this.#goesAhead(member)) {
      this.#waiting.delete(member);
      return true;
    }
    this.#waiting.add(member);
    return false;
  }

  /** It goes on although too much is held: the first that asks when nobody does. */
  #goesAhead(member: Member): boolean {
    this.#ahead ??= member;
    return this.#ahead.runId === member.runId;
  }

  #leave(member: Member): void {
    this.#waiting.delete(member);
    this.#report(member, 0);
    if (this.#ahead === member) this.#pass();
  }

  #report(member: Member, bytes: number): void {
    const wasAbove = this.#held > this.#budget;
    this.#held += bytes - member.bytes;
    member.bytes = bytes;
    if (wasAbove && this.#held <= this.#budget) this.#pass();
  }

  /** Whoever waits may ask again, in the order in which they waited. */
  #pass(): void {
    this.#ahead = undefined;
    for (const { tell } of [...this.#waiting]) tell();
  }
}
