/** A run that uses less than this is never blocked, in bytes. */
const SMALL_RUN_BYTES = 1_000_000;

/** The share of one run in the memory of a process. */
export interface MemoryShare {
  /**
   * Reports the memory of the run and returns whether it may start something. If not, `retry` is called later.
   * @param bytes as `MemoryUse` counts them
   */
  mayGrow(bytes: number): boolean;
  /** Releases its memory: the run has ended, or left the process. */
  release(): void;
}

interface Member {
  /** The run, or the parent run of a chunk. */
  readonly runId: string;
  bytes: number;
  readonly retry: () => void;
}

/**
 * The memory that the runs of one process use together. Above the budget, large runs start nothing more until the use
 * is below it again. One of them is exempt, with the chunks of its loops, so that there is always progress: the one
 * that has waited longest, until it leaves the process.
 */
export class SharedMemory {
  readonly #budget: number;
  #bytes = 0;
  readonly #waiting = new Set<Member>();
  #exempt: Member | undefined;

  /** @param budget in bytes */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Memory of all runs, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a run, or a chunk. @param retry called when it was blocked and should call `mayGrow` again */
  join(runId: string, retry: () => void): MemoryShare {
    const member: Member = { runId, bytes: 0, retry };
    return {
      mayGrow: (bytes) => this.#mayGrow(member, bytes),
      release: () => this.#release(member),
    };
  }

  #mayGrow(member: Member, bytes: number): boolean {
    this.#report(member, bytes);
    if (this.#bytes <= this.#budget || bytes < SMALL_RUN_BYTES || this.#isExempt(member)) {
      this.#waiting.delete(member);
      return true;
    }
    this.#waiting.add(member);
    return false;
  }

  /** Whether it may continue above the budget: the first to call `mayGrow` while no other run is exempt. */
  #isExempt(member: Member): boolean {
    this.#exempt ??= member;
    return this.#exempt.runId === member.runId;
  }

  #release(member: Member): void {
    this.#waiting.delete(member);
    this.#report(member, 0);
    if (this.#exempt === member) this.#wakeWaiting();
  }

  #report(member: Member, bytes: number): void {
    const wasAbove = this.#bytes > this.#budget;
    this.#bytes += bytes - member.bytes;
    member.bytes = bytes;
    if (wasAbove && this.#bytes <= this.#budget) this.#wakeWaiting();
  }

  /** Lets the waiting runs try again, longest wait first. */
  #wakeWaiting(): void {
    this.#exempt = undefined;
    for (const { retry } of [...this.#waiting]) retry();
  }
}
