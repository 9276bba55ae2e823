/** The place of one attempt among those whose answers share the memory of a process. */
export interface AnswerShare {
  /**
   * Counts a part of an answer that has come.
   * @returns what to wait for before more of it is read; undefined when there is room
   */
  reserve(bytes: number): Promise<void> | undefined;
  /** Gives back what the attempt had: it has ended. */
  leave(): void;
}

interface Member {
  bytes: number;
  /** Ends its wait. */
  goOn: (() => void) | undefined;
}

/**
 * What the answers of services take in one process, from their first byte until the attempts that asked for them have
 * ended. Above the budget, an answer is read no further until others have been dealt with; the one that began first goes
 * on, so that there is always progress.
 */
export class AnswerMemory {
  readonly #budget: number;
  /** Those that hold something, the one that began first first. */
  readonly #members = new Set<Member>();
  #held = 0;

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** What all of them take now, in bytes. */
  get held(): number {
    return this.#held;
  }

  join(): AnswerShare {
    const member: Member = { bytes: 0, goOn: undefined };
    return {
      reserve: (bytes) => this.#reserve(member, bytes),
      leave: () => this.#leave(member),
    };
  }

  #reserve(member: Member, bytes: number): Promise<void> | undefined {
    this.#members.add(member);
    member.bytes += bytes;
    this.#held += bytes;
    if (this.#mayGoOn(member)) return undefined;
    return new Promise((resolve) => {
      member.goOn = resolve;
    });
  }

  #mayGoOn(member: Member): boolean {
    if (this.#held <= this.#budget) return true;
    const [first] = this.#members;
    return first === member;
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    this.#held -= member.bytes;
    member.bytes = 0;
    member.goOn?.();
    for (const each of this.#members) {
      if (!this.#mayGoOn(each)) return;
      each.goOn?.();
      each.goOn = undefined;
    }
  }
}
