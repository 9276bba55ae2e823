import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withLockFile } from './lock-file';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-lock-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('is held by one at a time, also when several find that its process has ended', async () => {
  const file = join(folder, 'a.db.owner');
  const { signal } = new AbortController();
  let holders = 0;
  const most: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    await writeFile(file, `${hostname()} 999999999`);
    const hold = async () => {
      holders += 1;
      most.push(holders);
      await delay(2);
      holders -= 1;
    };
    // Each begins a few turns of the event loop after the one before, so that their steps interleave.
    const begin = async (_: unknown, nth: number) => {
      for (let turns = nth * round; turns > 0; turns -= 1) await setImmediate();
      await withLockFile(file, signal, hold);
    };
    await Promise.all(Array.from({ length: 8 }, begin));
  }
  expect([most.length, Math.max(...most)]).toEqual([80, 1]);
  expect(await readdir(folder)).toEqual([]);
});
