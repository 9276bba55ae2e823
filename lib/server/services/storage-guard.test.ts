import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { systemFreeBytes } from '../adapters/disk-space';
import { writtenFolders } from '../files/written-folders';
import { StorageFull } from './errors';
import { StorageGuard } from './storage-guard';

const MB = 1_000_000;

function guardOf(free: Record<string, number | undefined>) {
  let now = 0;
  let looks = 0;
  const guard = new StorageGuard({
    folders: Object.keys(free),
    now: () => now,
    freeBytes: async (folder) => {
      looks += 1;
      return free[folder];
    },
  });
  return { guard, looks: () => looks, pass: (ms: number) => (now += ms) };
}

const made = () => Promise.resolve('made');

test('200 MB are enough, and less on any disk is refused with both sizes', async () => {
  expect(await guardOf({ a: 200 * MB, b: undefined }).guard.admit(made)).toBe('made');
  const { guard } = guardOf({ a: 900 * MB, b: 199.9 * MB });
  const refused = await guard.admit(made).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StorageFull);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/199 MB free.*at least 200 MB\. Free some space/),
  });
});

test('the disk is read at most once a second, for any number of requests', async () => {
  const free = { a: 900 * MB };
  const { guard, looks, pass } = guardOf(free);
  await Promise.all(Array.from({ length: 100 }, () => guard.admit(made)));
  free.a = 0;
  expect(await guard.reason()).toBeUndefined();
  expect(looks()).toBe(1);
  pass(1001);
  expect(await guard.reason()).toMatchObject({ code: 'storage_low' });
  free.a = 900 * MB;
  pass(1001);
  expect(await guard.reason()).toBeUndefined();
});

test('a database that refuses to write blocks new runs for 10 s', async () => {
  const { guard, pass } = guardOf({});
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  await expect(guard.admit(() => Promise.reject(full))).rejects.toThrow(StorageFull);
  expect(await guard.reason()).toMatchObject({ code: 'storage_full' });
  await expect(guard.admit(made)).rejects.toThrow(/database is full/);
  pass(10_001);
  expect(await guard.admit(made)).toBe('made');
});

test('other errors are thrown, and block nothing', async () => {
  const { guard } = guardOf({});
  await expect(guard.admit(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
  guard.note(new Error('other'));
  expect(await guard.reason()).toBeUndefined();
  guard.note(new Error('wrapped', { cause: Object.assign(new Error('full'), { code: 'ENOSPC' }) }));
  expect(await guard.reason()).toMatchObject({ code: 'storage_full' });
});

test('the free space of a folder is known, and that of a missing one is not', async () => {
  expect(await systemFreeBytes(tmpdir())).toBeGreaterThan(0);
  expect(await systemFreeBytes('/nowhere/at/all')).toBeUndefined();
});

test('only folders that are written to are checked', () => {
  const [dataDir, blobs] = ['/d', { kind: 'database' }] as const;
  expect(writtenFolders({ databaseUrl: 'postgres://x', blobs, dataDir })).toEqual([]);
  expect(writtenFolders({ databaseUrl: undefined, blobs: { kind: 'disk' }, dataDir })).toEqual([
    '/d',
    '/d/postgres',
    '/d/blobs',
  ]);
});
