import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ModelStore } from '../adapters/models/model-store';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { startModelMaintenance } from './maintenance';
import { openRegistry } from './testing/registry';

const STRAY = 'ab'.repeat(32);
const MINUTE_MS = 60_000;

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-models-'));
  await mkdir(join(folder, 'allowed'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

it('tries the removal of contents again in the next pass when an earlier step of a pass failed', async () => {
  const opened = openRegistry({ database, folder });
  const { store } = opened;
  const path = store.pathOf(STRAY);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'stray');
  const reported: unknown[] = [];
  const close = startModelMaintenance({
    sql: database.sql,
    ...opened,
    store: failingOnce(store),
    secrets: { reveal: async () => undefined },
    report: (error) => reported.push(error),
    isOnlyFolder: true,
    now: () => new Date(Date.now() + 2 * 3_600_000),
  });
  try {
    await until('the failure of the first pass', async () => reported.length === 1);
    expect(await store.sizeOf(STRAY)).toBe(5);
    vi.advanceTimersByTime(MINUTE_MS);
    await until('the removal', async () => (await store.sizeOf(STRAY)) === undefined);
    expect(reported).toHaveLength(1);
  } finally {
    await close();
  }
});

/** A store whose partial files cannot be read in the first pass. */
function failingOnce(store: ModelStore): ModelStore {
  let isFirst = true;
  return new Proxy(store, {
    get(target, name) {
      if (name === 'tidy' && isFirst) {
        isFirst = false;
        return () => Promise.reject(new Error('The disk does not respond.'));
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
