import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storageDownload, storageHttp } from '../adapters/blobs/storage-http';
import { ModelBucket } from '../adapters/models/bucket/model-bucket';
import { FileHost } from '../adapters/models/testing/file-host';
import { TestObjectStore } from '../adapters/models/testing/object-store';
import { listModels } from '../store/models/read-models';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { maintainModels } from './maintenance';
import { openRegistry, stepRequest } from './testing/registry';

const OWNER = { runId: 'run_1', step: 'remove' };
const KEYS = { accessKeyId: 'AKIA', secretAccessKey: 'very-secret' };
const DAYS_MS = 86_400_000;

let database: TestDatabase;
let host: FileHost;
let objects: TestObjectStore;
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
  folder = await mkdtemp(join(tmpdir(), 'pipewright-models-'));
  await mkdir(join(folder, 'allowed'));
  await database.sql`truncate models, model_files`;
  objects = await TestObjectStore.start({ secretAccessKey: KEYS.secretAccessKey, token: 'none' });
  objects.emptyBuckets.add('contents');
  return async () => {
    await objects.close();
    await rm(folder, { recursive: true, force: true });
  };
});

/** A registry of one process, with the bucket as its store. */
function open() {
  const { origin: endpoint } = objects;
  const store = new ModelBucket({
    root: join(folder, 'models'),
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    limitBytes: Number.MAX_SAFE_INTEGER,
    inUse: async () => new Set(),
    partBytes: 50_000,
    bucket: {
      ...{ endpoint, region: 'us-east-1', bucket: 'contents', prefix: 'models/' },
      credentials: KEYS,
      http: storageHttp(endpoint),
      download: storageDownload(endpoint),
      waitsMs: [1, 1, 1],
    },
  });
  return { ...openRegistry({ database, folder, store }), store };
}

function serve(path: string) {
  const content = randomBytes(200_000);
  host.files.set(path, { content });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { sha256, request: stepRequest({ source: 'url', uri: `${host.origin}${path}` }) };
}

const maintenance = (opened: ReturnType<typeof open>, now = new Date()) => ({
  ...{ sql: database.sql, store: opened.store, registry: opened.registry, isOnlyFolder: false },
  secrets: { reveal: async () => undefined },
  report: (error: unknown) => {
    throw error;
  },
  now: () => now,
});

describe('a model whose contents are in a bucket', () => {
  it('is available once the bucket has its file, and a step that runs again finds it', async () => {
    const { sha256, request } = serve('/a');
    const model = await open().registry.add(request);
    expect(model).toMatchObject({ sha256, sizeBytes: 200_000 });
    expect([...objects.objects.keys()]).toEqual([`contents/models/${sha256.slice(0, 2)}/${sha256.slice(2)}`]);
    expect(await open().registry.add(request)).toEqual(model);
    expect(await listModels(database.sql)).toHaveLength(1);
  });

  it('shows how much of the upload is stored while it lasts', async () => {
    const { request } = serve('/a');
    let resume = () => {};
    const resumed = new Promise<void>((done) => {
      resume = done;
    });
    let writes = 0;
    objects.uploads.hold = () => {
      writes += 1;
      // The upload begins and one of its four parts is stored.
      return writes <= 2 ? Promise.resolve() : resumed;
    };
    const adding = open().registry.add(request);
    const row = await until('a stored part', async () => {
      const [model] = await listModels(database.sql);
      return (model?.upload?.sent ?? 0) > 0 && model;
    });
    expect(row).toMatchObject({ status: 'downloading', received: 200_000, size: 200_000 });
    expect(row.upload).toEqual({ sent: 50_000, size: 200_000 });
    resume();
    await adding;
    expect(await listModels(database.sql)).toMatchObject([{ status: 'available', upload: null }]);
  });

  it('frees its content when the last model that has it is deleted', async () => {
    const { request } = serve('/a');
    const { registry } = open();
    const one = await registry.add({ ...request, name: 'one' });
    const two = await registry.add({ ...request, name: 'two' });
    expect(await registry.delete({ id: one.id, force: false, owner: OWNER })).toMatchObject({
      freedBytes: 0,
    });
    expect(objects.objects.size).toBe(1);
    const freed = await open().registry.delete({ id: two.id, force: false, owner: OWNER });
    expect(freed).toMatchObject({ freedBytes: 200_000 });
    expect(objects.objects.size).toBe(0);
  });

  it('is not listed while its upload fails, and is whole after another attempt without a second download', async () => {
    const { sha256, request } = serve('/a');
    host.requests.length = 0;
    objects.uploads.faults.push('ok', 'ok', ...Array.from({ length: 30 }, () => 503));
    await expect(open().registry.add(request)).rejects.toMatchObject({ kind: 'connection_error' });
    expect((await listModels(database.sql)).map(({ status }) => status)).toEqual(['error']);
    expect(objects.objects.size).toBe(0);
    objects.uploads.faults.length = 0;
    expect((await open().registry.add(request)).sha256).toBe(sha256);
    expect(host.rangesOf('/a').filter((range) => range === undefined).length).toBeLessThanOrEqual(3);
    expect(objects.uploads.active.size).toBe(0);
  });

  it('is fetched again by the same request where the bucket lost its content', async () => {
    const { sha256, request } = serve('/a');
    await open().registry.add(request);
    objects.objects.clear();
    expect((await open().registry.add(request)).sha256).toBe(sha256);
    expect(objects.objects.size).toBe(1);
  });

  it('keeps its content, and contents without a model are removed after an hour', async () => {
    const opened = open();
    const { request } = serve('/a');
    await opened.registry.add(request);
    const unused = { content: randomBytes(10), storedAt: new Date(Date.now() - DAYS_MS) };
    objects.objects.set(`contents/models/${'a'.repeat(2)}/${'b'.repeat(62)}`, unused);
    objects.objects.set('contents/models/notes.txt', unused);
    await maintainModels(maintenance(opened, new Date(Date.now() + DAYS_MS)));
    expect(objects.objects.size).toBe(2);
    expect((await open().registry.add(request)).sizeBytes).toBe(200_000);
  });
});
