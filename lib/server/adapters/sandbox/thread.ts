import { Worker } from 'node:worker_threads';
import type { Job, Reply, ThreadData } from './messages';

/** Longest time until a thread can be used, in milliseconds. */
const START_MS = 15_000;

/** Room for the texts that come and go; what functions use is bounded apart. */
const HEAP_MB = 256;

/** A thread that ended while it was wanted. */
export class ThreadEnded extends Error {
  constructor(
    message: string,
    /** Its time was over. */
    readonly isLate = false,
  ) {
    super(message);
  }
}

/** One thread with an interpreter. It answers one job at a time, and keeps the process alive only meanwhile. */
export class Thread {
  readonly #worker: Worker;
  #listener: ((reply: Reply | Error) => void) | undefined;
  #uses = 0;
  #hasEnded = false;

  private constructor(data: ThreadData) {
    // Nothing of the process goes along: no environment, no arguments. Output is left unread: reading it would keep the
    // process alive.
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

  /** Starts a thread. @throws Error when it does not get ready */
  static async start(data: ThreadData): Promise<Thread> {
    const thread = new Thread(data);
    try {
      await thread.#next(START_MS, new AbortController().signal);
      thread.#worker.unref();
      return thread;
    } catch (error) {
      thread.end();
      throw error;
    }
  }

  /** How many jobs it was given. */
  get uses(): number {
    return this.#uses;
  }

  /** It is gone, whoever ended it. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Carries out a job.
   * @param timeMs after which the thread is given up
   * @throws ThreadEnded when the time is over, or it ended by itself
   * @throws the signal's reason
   */
  async run(job: Job, timeMs: number, signal: AbortSignal): Promise<Exclude<Reply, { type: 'ready' }>> {
    if (this.#hasEnded) throw new ThreadEnded('The thread has ended.');
    this.#uses += 1;
    this.#worker.ref();
    const answer = this.#next(timeMs, signal);
    this.#worker.postMessage(job);
    const reply = await answer;
    this.#worker.unref();
    if (reply.type === 'ready') throw new ThreadEnded('The thread answered out of turn.');
    return reply;
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#hasEnded = true;
    this.#settle(new ThreadEnded('The thread was ended.'));
    // It is gone either way; there is nobody to tell.
    this.#worker.terminate().catch(() => undefined);
  }

  #next(timeMs: number, signal: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        this.#listener = undefined;
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const aborted = () => finish(() => reject(signal.reason));
      const timer = setTimeout(
        () => finish(() => reject(new ThreadEnded('Its time is over.', true))),
        timeMs,
      );
      this.#listener = (reply) => finish(() => (reply instanceof Error ? reject(reply) : resolve(reply)));
      signal.addEventListener('abort', aborted);
      if (signal.aborted) aborted();
    });
  }

  #settle(reply: Reply | Error): void {
    this.#listener?.(reply);
  }
}
