/** The share of one attempt in the memory for HTTP responses. */
export interface AnswerShare {
  /**
   * Counts received bytes.
   * @returns a promise to await before more is read; undefined when memory is available
   */
  reserve(bytes: number): Promise<void> | undefined;
  /** Releases all bytes of the attempt, which has ended. */
  leave(): void;
}

interface Member {
  bytes: number;
  /** Resolves the promise that the attempt awaits. */
  goOn: (() => void) | undefined;
}

/**
 * Bounds the memory of all HTTP responses of a process, from their first byte until the attempts that requested them end.
 * Above the budget only the response that started first is read; the others wait, so that there is always progress.
 */
export class AnswerMemory {
  readonly #budget: number;
  /** Attempts with received bytes, oldest first. */
  readonly #members = new Set<Member>();
  #held = 0;

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Bytes of all attempts together. */
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
