import { Worker } from 'node:worker_threads';
import type { Job, Reply, ThreadData } from './messages';
import { startLimit } from './thread-clock.mjs';

/** Timeout of the start of a thread, in milliseconds. */
const START_MS = 15_000;

/** Heap for the exchanged texts; the memory of functions has its own limit. */
const HEAP_MB = 256;

/** A thread ended during a job. */
export class ThreadEnded extends Error {
  constructor(
    message: string,
    /** The time limit was exceeded. */
    readonly isLate = false,
  ) {
    super(message);
  }
}

/** A thread with an interpreter. It runs one job at a time and keeps the process alive only during a job. */
export class Thread {
  readonly #worker: Worker;
  #listener: ((reply: Reply | Error) => void) | undefined;
  #clock: string | null = null;
  #uses = 0;
  #hasEnded = false;

  private constructor(data: ThreadData) {
    // The thread has neither environment nor arguments. Its output is not read, since reading would keep the process
    // alive.
    this.#worker = new Worker(new URL('./sandbox-worker.mjs', import.meta.url), {
      workerData: data,
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#settle(error));
    this.#worker.on('exit', () => {
      this.#hasEnded = true;
      this.#settle(new ThreadEnded('The thread has ended.'));
    });
  }

  /**
   * Starts a thread.
   * @throws Error when the thread does not start in time
   */
  static async start(data: ThreadData): Promise<Thread> {
    const thread = new Thread(data);
    try {
      // Before it is ready, its processor time is not known.
      const ready = await thread.#next(START_MS, new AbortController().signal);
      if (ready.type === 'ready') thread.#clock = ready.clock;
      thread.#worker.unref();
      return thread;
    } catch (error) {
      thread.end();
      throw error;
    }
  }

  /** Jobs so far. */
  get uses(): number {
    return this.#uses;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Runs a job.
   * @param limitMs processor time after which the thread is ended
   * @throws ThreadEnded when the time limit is exceeded or the thread ended unexpectedly
   * @throws the signal's reason
   */
  async run(job: Job, limitMs: number, signal: AbortSignal): Promise<Exclude<Reply, { type: 'ready' }>> {
    if (this.#hasEnded) throw new ThreadEnded('The thread has ended.');
    this.#uses += 1;
    this.#worker.ref();
    const answer = this.#next(limitMs, signal);
    this.#worker.postMessage(job);
    const reply = await answer;
    this.#worker.unref();
    if (reply.type === 'ready') throw new ThreadEnded('The thread sent an unexpected reply.');
    return reply;
  }

  /** Ends the thread, even during a job. */
  end(): void {
    this.#hasEnded = true;
    this.#settle(new ThreadEnded('The thread was ended.'));
    // The thread has ended in either case.
    this.#worker.terminate().catch(() => undefined);
  }

  #next(limitMs: number, signal: AbortSignal): Promise<Reply> {
    const leftMs = startLimit(this.#clock, limitMs);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        this.#listener = undefined;
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const aborted = () => finish(() => reject(signal.reason));
      const check = () => {
        const left = leftMs();
        if (left > 0) timer = setTimeout(check, Math.ceil(left));
        else finish(() => reject(new ThreadEnded('The time limit was exceeded.', true)));
      };
      let timer = setTimeout(check, limitMs);
      this.#listener = (reply) => finish(() => (reply instanceof Error ? reject(reply) : resolve(reply)));
      signal.addEventListener('abort', aborted);
      if (signal.aborted) aborted();
    });
  }

  #settle(reply: Reply | Error): void {
    this.#listener?.(reply);
  }
}
