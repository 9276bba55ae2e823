import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { askWorker, type WorkerRequest } from './workers';

afterEach(() => vi.restoreAllMocks());

it('gives no request to a thread that ended', async () => {
  const request: WorkerRequest = {
    path: ':memory:',
    statements: [{ sql: 'select 1 as one', parameters: [] }],
    mode: 'create',
    maxRows: 1,
    limitBytes: 100,
  };
  const { signal } = new AbortController();
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate();
  });
  await expect(askWorker(request, signal)).rejects.toThrow('The thread for SQLite ended unexpectedly.');
  expect(await askWorker(request, signal)).toMatchObject({ columns: ['one'], rows: [[1]] });
});
