import fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReplicaLog } from './replica-log';

let folder: string;
let log: ReplicaLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-log-'));
  log = new ReplicaLog(join(folder, 'a.log'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true, force: true });
});

const line = (number: number) => `line ${String(number).padStart(8, '0')} ${'x'.repeat(81)}\n`;

/** Writes lines of 96 bytes to the log. */
async function print(lines: number): Promise<void> {
  await writeFile(log.path, Array.from({ length: lines }, (_, number) => line(number)).join(''));
}

/** The numbers of the complete lines in the log. */
async function printed(): Promise<number[]> {
  return [...(await readFile(log.path, 'utf8')).matchAll(/^line (\d{8}) /gm)].map(([, number]) =>
    Number(number),
  );
}

/** The replica prints a line after each call of a function of the file system. @returns the number of lines printed */
function printAfter(name: 'readSync' | 'writeSync' | 'ftruncateSync', first: number): () => number {
  const real = fs[name] as (...args: unknown[]) => unknown;
  let next = first;
  vi.spyOn(fs, name as 'readSync').mockImplementation((...args: unknown[]) => {
    const result = real(...args);
    fs.appendFileSync(log.path, line(next));
    next += 1;
    return result as number;
  });
  syncBuiltinESMExports();
  return () => next;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('the log of a replica', () => {
  test('is kept up to 1 MB', async () => {
    await print(10_000);
    await log.limit();
    expect(await printed()).toEqual(numbers(0, 10_000));
  });

  test('keeps its end above that', async () => {
    await print(20_000);
    await log.limit();
    expect(await printed()).toEqual(numbers(20_000 - 41, 20_000));
    expect(await log.tail()).toContain('line 00019999');
  });

  test.each(['readSync', 'writeSync'] as const)(
    'loses no line that the replica prints while it is truncated (%s)',
    async (name) => {
      await print(20_000);
      const lines = printAfter(name, 20_000);
      await log.limit();
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      await log.limit();
      const kept = await printed();
      expect(lines()).toBeGreaterThan(20_000);
      expect(kept).toEqual(numbers(lines() - 41, lines()));
    },
  );

  test('is truncated above 20 MB, also while the replica prints', async () => {
    await print(220_000);
    printAfter('readSync', 220_000);
    await log.limit();
    expect((await printed()).length).toBeLessThan(50);
  });

  test('has lines after its end that the replica prints after truncation', async () => {
    await print(20_000);
    printAfter('ftruncateSync', 20_000);
    await log.limit();
    expect(await printed()).toEqual(numbers(20_000 - 41, 20_001));
  });
});
