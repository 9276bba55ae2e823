import { describe, expect, it } from 'vitest';
import { createPendingChanges } from './pending-changes';

/** A change that is accepted when the test says so. */
function open() {
  let resolve: (value: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { change: () => promise, resolve, reject };
}

/** Lets every promise that can settle do so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a start', () => {
  it('is immediate without a change', async () => {
    const start = createPendingChanges().before(async (id: string) => `started ${id}`);
    expect(await start('run_1')).toBe('started run_1');
  });

  it('waits until the server has every change', async () => {
    const pending = createPendingChanges();
    const [first, second] = [open(), open()];
    const started: string[] = [];
    const start = pending.before(async (id: string) => void started.push(id));
    const sent = [pending.send(first.change), pending.send(second.change)];
    const starting = start('run_1');
    first.resolve('first');
    await turn();
    expect([pending.count(), started]).toEqual([1, []]);
    second.resolve('second');
    await starting;
    expect(started).toEqual(['run_1']);
    expect(await Promise.all(sent)).toEqual(['first', 'second']);
  });

  it('does not wait for a change that failed', async () => {
    const pending = createPendingChanges();
    const { change, reject } = open();
    const sent = pending.send(change);
    const starting = pending.before(async () => 'started')();
    reject(new Error('The server cannot be reached.'));
    await expect(sent).rejects.toThrow('cannot be reached');
    expect(await starting).toBe('started');
  });
});
