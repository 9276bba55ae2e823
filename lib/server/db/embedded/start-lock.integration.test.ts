import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { programArgs } from '../../testing/program';
import { withStartLock } from './start-lock';

const HOLDER = programArgs(new URL('./testing/lock-holder.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-lock-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Starts contenders for the lock. @returns how many of them were inside at once, at most, and how many were at all */
async function contend(count: number): Promise<{ most: number; total: number }> {
  let inside = 0;
  let most = 0;
  let total = 0;
  const turns = Array.from({ length: count }, () =>
    withStartLock(folder, async () => {
      inside += 1;
      total += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    }),
  );
  await Promise.all(turns);
  return { most, total };
}

/** A process that holds the lock until it is killed. */
async function holder() {
  const child = spawn(process.execPath, [...HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

test('lets one in at a time, and leaves no file', async () => {
  expect(await contend(12)).toEqual({ most: 1, total: 12 });
  expect(await readdir(folder)).toEqual([]);
});

test('lets one in at a time when processes were killed that had the lock', async () => {
  for (let killed = 1; killed <= 2; killed += 1) {
    const process = await holder();
    await process.kill();
  }
  expect((await readdir(folder)).length).toBeGreaterThan(0);
  expect(await contend(12)).toEqual({ most: 1, total: 12 });
  expect(await readdir(folder)).toEqual([]);
});

test('waits for another process', async () => {
  const process = await holder();
  const entered = vi.fn();
  const waiting = withStartLock(folder, async () => entered());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(entered).not.toHaveBeenCalled();
  await process.kill();
  await waiting;
  expect(entered).toHaveBeenCalledOnce();
});

test('is released when the work fails', async () => {
  const work = withStartLock(folder, () => Promise.reject(new Error('initdb failed')));
  await expect(work).rejects.toThrow('initdb failed');
  expect(await contend(1)).toEqual({ most: 1, total: 1 });
});
