import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemFreeBytes } from '../adapters/disk-space';
import { ModelFolder } from '../adapters/models/model-folder';
import { FileHost } from '../adapters/models/testing/file-host';
import { listModels } from '../store/models/read-models';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { programArgs } from '../testing/program';
import { until } from '../testing/until';
import { partialKeyOf, requestKeyOf } from './model-request';
import type { AddRequest } from './testing/add-process';
import { openRegistry, stepRequest } from './testing/registry';

const PROCESS = programArgs(new URL('./testing/add-process.ts', import.meta.url));
const BYTES = 600_000;
const content = randomBytes(BYTES);
const sha256 = createHash('sha256').update(content).digest('hex');

let database: TestDatabase;
let host: FileHost;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  host = await FileHost.start();
});
afterAll(async () => {
  await host.close();
  await database.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-faults-'));
  await mkdir(join(folder, 'allowed'));
  await database.sql`truncate models, model_files`;
  host.files.clear();
  host.requests.length = 0;
  return () => rm(folder, { recursive: true, force: true });
});

const open = (store?: ModelFolder) => openRegistry({ database, folder, ...(store && { store }) });
const ask = (path: string, more: object = {}) =>
  stepRequest({ source: 'url', uri: `${host.origin}${path}`, ...more });
const contents = async () =>
  (await readdir(join(folder, 'models'))).filter((name) => /^[0-9a-f]{2}$/.test(name));

function diskIsFull(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

/** A folder on a disk that is full after so many bytes of a download. */
class SmallDisk extends ModelFolder {
  #left: number;

  constructor(bytes: number) {
    super({ root: join(folder, 'models'), freeBytes: systemFreeBytes });
    this.#left = bytes;
  }

  override async begin(key: string, version: string | undefined): Promise<FileHandle> {
    const handle = await super.begin(key, version);
    const write = handle.write.bind(handle);
    const writeSome = (block: Uint8Array, from: number, length: number, at: number) => {
      const some = Math.min(length, this.#left);
      this.#left -= some;
      // The system writes what fits, and fails the next write.
      return some === 0 ? Promise.reject(diskIsFull()) : write(block, from, some, at);
    };
    Object.defineProperty(handle, 'write', { value: writeSome });
    return handle;
  }
}

/** A folder on a disk without room for another entry. */
class NoEntries extends ModelFolder {
  override publish(): Promise<boolean> {
    return Promise.reject(diskIsFull());
  }
}

describe('a disk that becomes full', () => {
  it('during a download fails it as storage_full, and the received part is resumed once there is space', async () => {
    host.files.set('/a', { content });
    const failure = { kind: 'storage_full', message: expect.stringContaining('free some space') };
    await expect(open(new SmallDisk(250_000)).registry.add(ask('/a'))).rejects.toMatchObject(failure);
    expect(await listModels(database.sql)).toMatchObject([{ status: 'error', error: failure }]);
    expect(await contents()).toEqual([]);
    expect((await open().registry.add(ask('/a'))).sha256).toBe(sha256);
    expect(host.rangesOf('/a')).toEqual([undefined, 'bytes=250000-']);
  });

  it('when a complete file is moved to its place fails as storage_full, and lists no model', async () => {
    host.files.set('/a', { content });
    const store = new NoEntries({ root: join(folder, 'models'), freeBytes: systemFreeBytes });
    await expect(open(store).registry.add(ask('/a'))).rejects.toMatchObject({ kind: 'storage_full' });
    expect(await listModels(database.sql)).toMatchObject([{ status: 'error', sha256: null }]);
    expect((await open().registry.add(ask('/a'))).sha256).toBe(sha256);
  });
});

describe('a server that is killed during a download', () => {
  it('leaves no available model and no content, and the next process resumes what it received', async () => {
    // The first half has more than the block that is written at once; the rest never comes.
    const large = randomBytes(3_000_000);
    host.files.set('/a', { content: large, hold: new Promise(() => undefined) });
    const order: AddRequest = {
      ...{ target: database.target, folder },
      ...{ source: 'url', uri: `${host.origin}/a` },
    };
    const child = spawn(process.execPath, [...PROCESS, JSON.stringify(order)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const exited = once(child, 'exit');
    const { registry, store } = open();
    const key = partialKeyOf(requestKeyOf(ask('/a')), 'a');
    await until('100 kB', async () => (await store.partial(key)).offset > 100_000);
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await listModels(database.sql)).toMatchObject([{ status: 'downloading', sha256: null }]);
    expect(await contents()).toEqual([]);
    const { offset } = await store.partial(key);
    // The claim of the ended process expires.
    await database.sql`update models set heartbeat_at = now() - interval '31 seconds'`;
    host.files.set('/a', { content: large });
    const whole = createHash('sha256').update(large).digest('hex');
    expect((await registry.add(ask('/a'))).sha256).toBe(whole);
    expect(host.rangesOf('/a')).toEqual([undefined, `bytes=${offset}-`]);
    expect(await listModels(database.sql)).toMatchObject([{ status: 'available' }]);
  });
});

describe('a name that another model has', () => {
  it('names both where their contents differ, and is the same model where they are the same', async () => {
    host.files.set('/a', { content });
    host.files.set('/b', { content: randomBytes(1000) });
    host.files.set('/c', { content });
    const { registry } = open();
    const add = (path: string) => registry.add(ask(path, { name: 'taken' }));
    const [first, other, same] = [await add('/a'), await add('/b'), await add('/c')];
    expect(other.id).not.toBe(first.id);
    expect(same).toEqual({ ...first, files: [{ path: 'a', size: BYTES, sha256 }] });
    const rows = await listModels(database.sql);
    expect(rows.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'taken available',
      'taken available',
    ]);
  });
});
