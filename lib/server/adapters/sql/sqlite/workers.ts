import { Worker } from 'node:worker_threads';
import type { Statement } from '../compile';

/** A request to a thread. */
export interface WorkerRequest {
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly mode: 'read' | 'write' | 'create';
  readonly maxRows: number;
  readonly limitBytes: number;
}

/** A cell as SQLite stores it. */
export type SqliteCell = null | number | bigint | string | Uint8Array;

export interface WorkerAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqliteCell[])[];
  readonly rowCount: number;
}

type Message =
  | { readonly answer: WorkerAnswer }
  | { readonly error: { readonly name: string; readonly message: string } };

/** An error that SQLite or the thread reported. */
export class SqliteError extends Error {
  constructor({ name, message }: { readonly name: string; readonly message: string }) {
    super(message);
    this.name = name;
  }
}

const IDLE_MS = 30_000;

interface Idle {
  readonly worker: Worker;
  /** Removes the thread from the idle threads. */
  wake(): void;
}

/** An idle thread that can be reused: starting one takes longer than most statements. */
let idle: Idle | undefined;

function take(): Worker {
  const waiting = idle;
  if (!waiting) return new Worker(new URL('./worker.mjs', import.meta.url));
  waiting.wake();
  return waiting.worker;
}

function giveBack(worker: Worker): void {
  if (idle) {
    void worker.terminate();
    return;
  }
  const forget = () => {
    if (idle?.worker === worker) idle = undefined;
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  worker.unref();
  worker.once('exit', forget).once('error', forget);
  const wake = () => {
    forget();
    clearTimeout(timer);
    worker.off('exit', forget).off('error', forget);
    worker.ref();
  };
  idle = { worker, wake };
}

/**
 * Runs a request in a thread; an abort ends the thread at once.
 * @throws SqliteError, or the reason of the signal
 */
export async function askWorker(request: WorkerRequest, signal: AbortSignal): Promise<WorkerAnswer> {
  signal.throwIfAborted();
  const worker = take();
  let stopped: Promise<unknown> | undefined;
  const stop = () => {
    stopped ??= worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const message = await exchange(worker, request).catch((error: unknown) => {
      // A thread that failed answers no further request.
      stop();
      throw error;
    });
    if ('error' in message) throw new SqliteError(message.error);
    return message.answer;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    // No thread uses the file after this.
    if (stopped) await stopped;
    else giveBack(worker);
  }
}

function exchange(worker: Worker, request: WorkerRequest): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The thread for SQLite ended unexpectedly.'));
    worker.once('error', reject).once('exit', onExit);
    worker.once('message', (message: Message) => {
      worker.off('error', reject).off('exit', onExit);
      resolve(message);
    });
    worker.postMessage(request);
  });
}
