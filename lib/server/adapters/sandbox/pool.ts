import { ActionError } from '@/engine/errors';
import type { Thread } from './thread';

/** Threads at work at once. */
const MAX_THREADS = 2;

/** A thread is replaced after so many jobs. */
const MAX_USES = 100;

/** A thread that nobody needed for so long is ended, in milliseconds: its memory never shrinks. */
const IDLE_MS = 30_000;

/** Threads, lent out one job at a time, first come first served. */
export class Pool {
  readonly #start: () => Promise<Thread>;
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  readonly #lent = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #seats = MAX_THREADS;
  #isClosed = false;

  constructor(start: () => Promise<Thread>) {
    this.#start = start;
  }

  /**
   * Works with a thread.
   * @param work answers its result, and whether the thread may be used again; when it throws, it may not
   * @throws ActionError `internal` when no thread starts or the pool is closed
   * @throws the signal's reason while no thread is free
   */
  async use<T>(
    signal: AbortSignal,
    work: (thread: Thread) => Promise<{ result: T; isSpent: boolean }>,
  ): Promise<T> {
    await this.#sit(signal);
    let kept: Thread | undefined;
    try {
      const thread = await this.#borrow();
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
      this.#stand();
    }
  }

  /** Ends every thread, also those at work. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const thread of [...this.#idle.keys(), ...this.#lent]) thread.end();
    this.#idle.clear();
  }

  async #borrow(): Promise<Thread> {
    this.#refuseWhenClosed();
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.hasEnded) return thread;
    }
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
    if (this.#isClosed) throw new ActionError('internal', 'The server is going down.');
  }

  #keep(thread: Thread): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      thread.end();
    }, IDLE_MS);
    timer.unref();
    this.#idle.set(thread, timer);
  }

  /** Waits for one of the seats. */
  async #sit(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#seats > 0) {
      this.#seats -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        signal.removeEventListener('abort', left);
        resolve();
      };
      const left = () => {
        this.#waiting.splice(this.#waiting.indexOf(called), 1);
        reject(signal.reason);
      };
      this.#waiting.push(called);
      signal.addEventListener('abort', left, { once: true });
    });
  }

  /** Gives the seat to whoever waits longest. */
  #stand(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#seats += 1;
  }
}
