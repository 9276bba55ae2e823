import { ActionError } from '@/engine';
import type { SandboxCaller } from '@/engine/ports';
import type { Thread } from './thread';
import { type Turn, Turns } from './turns';

/** Jobs after which a thread is replaced. */
const MAX_USES = 100;

/** Idle time after which a thread is ended, in milliseconds: its memory never shrinks. */
const IDLE_MS = 30_000;

/** Threads for jobs, one job each at a time. */
export class Pool {
  readonly #start: () => Promise<Thread>;
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  readonly #lent = new Set<Thread>();
  readonly #turns = new Turns();
  #isClosed = false;
  /** A standby thread is being started. */
  #isStarting = false;

  constructor(start: () => Promise<Thread>) {
    this.#start = start;
  }

  /** How many programs run, and how many wait for a thread. */
  get load(): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#turns;
    return { running, waiting };
  }

  /**
   * Runs `work` with a thread.
   * @param work returns its result and whether the thread may be reused; when it throws, the thread is ended
   * @throws ActionError `internal` when no thread starts or the pool is closed
   * @throws the signal's reason while no thread is free
   */
  async use<T>(
    signal: AbortSignal,
    caller: SandboxCaller,
    work: (thread: Thread) => Promise<{ result: T; isSpent: boolean }>,
  ): Promise<T> {
    const turn = await this.#turns.take(signal, caller);
    let kept: Thread | undefined;
    try {
      const thread = await this.#borrow(turn);
      this.#lent.add(thread);
      try {
        const { result, isSpent } = await work(thread);
        this.#refuseWhenClosed();
        if (!isSpent && thread.uses < MAX_USES) kept = thread;
        return result;
      } finally {
        this.#lent.delete(thread);
        if (kept && !this.#isClosed) this.#keep(kept);
        else thread.end();
      }
    } finally {
      turn.end();
    }
  }

  /** Ends every thread, including busy ones. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const thread of [...this.#idle.keys(), ...this.#lent]) thread.end();
    this.#idle.clear();
  }

  /** While others wait, keeps one started thread for light work. */
  async #borrow({ isLight }: Turn): Promise<Thread> {
    this.#refuseWhenClosed();
    const standby = this.#turns.waiting > 0 && !isLight ? 1 : 0;
    if (standby > 0 && this.#idle.size === 0) this.#startStandby();
    const thread = this.#idle.size > standby ? this.#takeIdle() : undefined;
    return thread ?? this.#startThread();
  }

  #takeIdle(): Thread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.hasEnded) return thread;
    }
    return undefined;
  }

  #startStandby(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#start()
      .then((thread) => (this.#isClosed ? thread.end() : this.#keep(thread)))
      // The next caller tries again and gets the reason when no thread starts.
      .catch(() => undefined)
      .finally(() => {
        this.#isStarting = false;
      });
  }

  async #startThread(): Promise<Thread> {
    try {
      return await this.#start();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ActionError('internal', `The interpreter for functions did not start: ${why}`, {
        cause: error,
      });
    }
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw new ActionError('internal', 'The server is shutting down.');
  }

  #keep(thread: Thread): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      thread.end();
    }, IDLE_MS);
    timer.unref();
    this.#idle.set(thread, timer);
  }
}
