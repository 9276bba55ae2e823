import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { askWorker, type WorkerRequest } from './workers';

/** The threads that were started; the first one ends at its first request. */
const threads = vi.hoisted((): { requests: number; ended: boolean }[] => []);

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    readonly #state = { requests: 0, ended: false };

    constructor() {
      super();
      threads.push(this.#state);
    }

    postMessage(): void {
      this.#state.requests += 1;
      if (this.#state.ended) return;
      this.#state.ended = threads.length === 1;
      const [event, value] = this.#state.ended
        ? ['exit', 1]
        : ['message', { answer: { columns: [], rows: [], rowCount: 0 } }];
      queueMicrotask(() => this.emit(String(event), value));
    }

    terminate = async () => 1;
    ref = () => undefined;
    unref = () => undefined;
  },
}));

it('gives no request to a thread that ended', async () => {
  const request: WorkerRequest = { path: 'a.db', statements: [], mode: 'read', maxRows: 1, limitBytes: 1 };
  const { signal } = new AbortController();
  await expect(askWorker(request, signal)).rejects.toThrow('The thread for SQLite ended unexpectedly.');
  expect(await askWorker(request, signal)).toMatchObject({ rowCount: 0 });
  expect(threads).toEqual([
    { requests: 1, ended: true },
    { requests: 1, ended: false },
  ]);
});
