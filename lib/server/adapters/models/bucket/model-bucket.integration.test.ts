import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDialer } from '../../egress';
import { policyOf } from '../../egress/testing/policies';
import { createDownload, createHttp } from '../../http';
import { freshContent, keep, modelStoreSuite, receive, signal } from '../testing/model-store-suite';
import { TestObjectStore } from '../testing/object-store';
import type { TestObject } from '../testing/object-uploads';
import { ModelBucket, type ModelBucketOptions } from './model-bucket';
import { PART_BYTES as S3_PART_BYTES } from './upload-object';

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const PREFIX = 'models/';
const PART_BYTES = 100_000;

let folder: string;
let server: S3rver;
let serverUrl: URL;
let store: TestObjectStore;
/** Of the machine; another one has another cache. */
let root: string;
const opened: ModelBucket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-bucket-'));
  const configureBuckets = [{ name: 'contents' }];
  const directory = join(folder, 's3rver');
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  serverUrl = new URL(`http://127.0.0.1:${(await server.run()).port}`);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  store = await TestObjectStore.start({ secretAccessKey: KEYS.secretAccessKey, token: 'none' });
  store.emptyBuckets.add('contents');
  root = await mkdtemp(join(folder, 'machine-'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((bucket) => bucket.close()));
  await store.close();
});

function open(more: Partial<ModelBucketOptions> & { readonly endpoint?: URL } = {}): ModelBucket {
  const { endpoint = store.origin, ...given } = more;
  const dialer = createDialer(policyOf('open'));
  const clients = { http: createHttp({ dialer }), download: createDownload({ dialer }) };
  const place = { endpoint, region: 'us-east-1', bucket: 'contents', prefix: PREFIX };
  const bucket = new ModelBucket({
    root,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    limitBytes: Number.MAX_SAFE_INTEGER,
    inUse: async () => new Set(),
    bucket: { ...place, ...clients, credentials: KEYS, waitsMs: [1, 1, 1] },
    partBytes: PART_BYTES,
    waitMs: () => 1,
    ...given,
  });
  opened.push(bucket);
  return bucket;
}

/** As another machine has it: without this one's cache. */
async function openElsewhere(more: Partial<ModelBucketOptions> = {}): Promise<ModelBucket> {
  return open({ root: await mkdtemp(join(folder, 'machine-')), ...more });
}

function objectOf(sha256: string): TestObject {
  const found = store.objects.get(`contents/${PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2)}`);
  if (!found) throw new Error('There is no such object.');
  return found;
}

const gets = () => store.requests.filter(({ method }) => method === 'GET');

/** A store whose upload of a content in four parts broke off. */
async function interrupted() {
  const fresh = freshContent(7 * PART_BYTES);
  const bucket = open();
  await receive(bucket, fresh.key, fresh.content);
  // The upload begins, four parts are stored, and the others are refused.
  store.uploads.faults.push('ok', 'ok', 'ok', 'ok', 'ok', ...Array.from({ length: 20 }, () => 503));
  await expect(bucket.upload(fresh.key, fresh, { signal })).rejects.toMatchObject({
    kind: 'connection_error',
  });
  store.uploads.faults.length = 0;
  return { fresh, bucket };
}

modelStoreSuite('a bucket', (freeBytes) => open(freeBytes ? { freeBytes } : {}));

modelStoreSuite(
  'a bucket of another implementation',
  (freeBytes) => open({ endpoint: serverUrl, partBytes: S3_PART_BYTES, ...(freeBytes ? { freeBytes } : {}) }),
  S3_PART_BYTES,
);

describe('an upload to a bucket', () => {
  it('is resumed after the parts that are stored, also by the next process', async () => {
    const { fresh } = await interrupted();
    expect(store.objects.size).toBe(0);
    store.uploads.accepted.length = 0;
    const next = open();
    await next.upload(fresh.key, fresh, { signal });
    expect(store.uploads.accepted.toSorted()).toEqual(['object', 'part 5', 'part 6', 'part 7']);
    expect(await next.publish(fresh.key, fresh)).toBe(true);
    expect(objectOf(fresh.sha256).content.equals(fresh.content)).toBe(true);
    expect(store.uploads.active.size).toBe(0);
  });

  it('starts again where the store ended it meanwhile', async () => {
    const { fresh } = await interrupted();
    store.uploads.active.clear();
    await open().upload(fresh.key, fresh, { signal });
    expect(objectOf(fresh.sha256).content.equals(fresh.content)).toBe(true);
  });

  it('ends when the step ends, and lists no half content', async () => {
    const fresh = freshContent(2 * PART_BYTES);
    const bucket = open();
    await receive(bucket, fresh.key, fresh.content);
    const stopped = AbortSignal.abort(new Error('Stopped.'));
    await expect(bucket.upload(fresh.key, fresh, { signal: stopped })).rejects.toThrow();
    expect(store.objects.size).toBe(0);
    expect(await bucket.sizeOf(fresh.sha256)).toBeUndefined();
  });

  it('is repeated while the store is busy or the connection breaks', async () => {
    store.uploads.faults.push(503, 'cut', 'ok', 503, 'cut');
    const { content, sha256 } = await keep(open(), 2 * PART_BYTES);
    expect(objectOf(sha256).content.equals(content)).toBe(true);
  });

  it('fails where the store cannot join the parts, and is completed by another try', async () => {
    const fresh = freshContent(2 * PART_BYTES);
    const bucket = open();
    await receive(bucket, fresh.key, fresh.content);
    store.uploads.failsCompletion = true;
    const failure = { kind: 'connection_error', code: 'InternalError' };
    await expect(bucket.upload(fresh.key, fresh, { signal })).rejects.toMatchObject(failure);
    expect(store.objects.size).toBe(0);
    store.uploads.failsCompletion = false;
    await bucket.upload(fresh.key, fresh, { signal });
    expect(await bucket.publish(fresh.key, fresh)).toBe(true);
  });

  it('is not needed for a content that the bucket has', async () => {
    const { content, size, sha256 } = await keep(open(), 2 * PART_BYTES);
    const elsewhere = await openElsewhere();
    const key = freshContent().key;
    await receive(elsewhere, key, content);
    store.uploads.accepted.length = 0;
    await elsewhere.upload(key, { size, sha256 }, { signal });
    expect(store.uploads.accepted).toEqual([]);
  });

  it('is repeated where another process removed the content before it was published', async () => {
    const fresh = freshContent();
    const bucket = open();
    await receive(bucket, fresh.key, fresh.content);
    await bucket.upload(fresh.key, fresh, { signal });
    await (await openElsewhere()).remove(fresh.sha256);
    expect(await bucket.publish(fresh.key, fresh)).toBe(false);
  });

  it('is ended in the store when nothing continued it for long', async () => {
    const { fresh } = await interrupted();
    expect(store.uploads.active.size).toBe(1);
    const bucket = open();
    await bucket.tidy(new Date(Date.now() - 60_000));
    expect(store.uploads.active.size).toBe(1);
    await bucket.tidy(new Date(Date.now() + 60_000));
    expect(store.uploads.active.size).toBe(0);
    expect(await readdir(join(root, 'partial'))).toEqual([]);
    expect((await bucket.partial(fresh.key)).offset).toBe(0);
  });

  it('says which settings are wrong where the keys are refused', async () => {
    const dialer = createDialer(policyOf('open'));
    const clients = { http: createHttp({ dialer }), download: createDownload({ dialer }) };
    const place = { endpoint: store.origin, region: 'us-east-1', bucket: 'contents', prefix: PREFIX };
    const wrong = open({
      bucket: { ...place, ...clients, credentials: { ...KEYS, secretAccessKey: 'wrong' }, waitsMs: [] },
    });
    const refused = expect(wrong.sizeOf(freshContent().sha256)).rejects;
    await refused.toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/MODELS_STORE_ACCESS_KEY_ID/),
    });
  });
});

describe('a content of a bucket on this machine', () => {
  it('is fetched once for all that need it at the same time, and not again', async () => {
    const { content, sha256 } = await keep(open(), 300_000);
    const elsewhere = await openElsewhere();
    const paths = await Promise.all(Array.from({ length: 20 }, () => elsewhere.localPath(sha256)));
    expect(new Set([...paths, await elsewhere.localPath(sha256)]).size).toBe(1);
    expect((await readFile(paths[0] ?? '')).equals(content)).toBe(true);
    expect(gets()).toHaveLength(1);
  });

  it('is resumed where the connection broke', async () => {
    const { content, sha256 } = await keep(open(), 500_000);
    objectOf(sha256).cutAfter = 200_000;
    const path = await (await openElsewhere()).localPath(sha256);
    expect((await readFile(path)).equals(content)).toBe(true);
    const ranges = gets().map(({ range }) => range);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.slice(1)).not.toContain(undefined);
  });

  it('is resumed by the next process', async () => {
    const { content, sha256 } = await keep(open(), 500_000);
    const machine = await mkdtemp(join(folder, 'machine-'));
    const received = content.subarray(0, 123_456);
    const killed = await openElsewhere({ root: machine });
    await killed.partial(sha256);
    const handle = await killed.begin(sha256, sha256);
    await handle.write(received);
    await handle.close();
    const path = await open({ root: machine }).localPath(sha256);
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(gets().map(({ range }) => range)).toEqual(['bytes=123456-']);
  });

  it('is refused where it differs from its hash, and leaves no file', async () => {
    const { sha256 } = await keep(open(), 100_000);
    objectOf(sha256).isCorrupt = true;
    const machine = await mkdtemp(join(folder, 'machine-'));
    const failure = {
      kind: 'rejected',
      code: 'files_missing',
      message: expect.stringMatching(/is damaged in/),
    };
    await expect(open({ root: machine }).localPath(sha256)).rejects.toMatchObject(failure);
    const left = await readdir(machine, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    objectOf(sha256).isCorrupt = false;
    expect(await open({ root: machine }).localPath(sha256)).toContain(machine);
  });

  it('is not fetched from where the store redirects', async () => {
    const { sha256 } = await keep(open());
    objectOf(sha256).redirect = `${store.origin.href}contents/elsewhere`;
    await expect((await openElsewhere()).localPath(sha256)).rejects.toMatchObject({ kind: 'rejected' });
    expect(gets()).toHaveLength(1);
  });

  it('is missed with what to do where the bucket lost it', async () => {
    const { sha256 } = await keep(open());
    store.objects.clear();
    await expect((await openElsewhere()).localPath(sha256)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/does not exist in the bucket contents .* add it again\.$/),
    });
  });

  it('ends its fetch when the server stops, also from a slow store', async () => {
    const { sha256 } = await keep(open(), 400_000);
    objectOf(sha256).slowMs = 50;
    const elsewhere = await openElsewhere();
    const fetching = expect(elsewhere.localPath(sha256)).rejects.toMatchObject({ kind: 'cancelled' });
    await expect.poll(() => gets().length).toBe(1);
    await elsewhere.close();
    await fetching;
  });
});

describe('the contents of a bucket that a machine has', () => {
  const MB = 1_000_000;
  /** Contents that this machine used in this order. */
  async function used(bucket: ModelBucket, count: number) {
    const contents = [];
    for (let at = 0; at < count; at += 1) {
      const content = await keep(bucket, MB);
      const path = await bucket.localPath(content.sha256);
      await utimes(path, new Date(Date.now() - (count - at) * 60_000), new Date());
      contents.push(content.sha256);
    }
    return contents;
  }
  const has = async (sha256: string) => {
    const names: string[] = await readdir(join(root, sha256.slice(0, 2))).catch(() => []);
    return names.includes(sha256.slice(2));
  };

  it('are removed from the one that was used least recently, to stay within the limit', async () => {
    const [first = '', second = '', third = ''] = await used(open(), 3);
    const limited = open({ limitBytes: 3 * MB });
    await limited.localPath(first);
    await limited.requireSpace([MB]);
    expect([await has(first), await has(second), await has(third)]).toEqual([true, false, true]);
    expect(await limited.sizeOf(second)).toBe(MB);
    await limited.localPath(second);
    expect(await has(second)).toBe(true);
  });

  it('are removed to make room on the disk', async () => {
    const [first = '', second = ''] = await used(open(), 2);
    const freeBytes = async () => 200_000_000 + ((await has(first)) ? 0 : MB);
    await open({ freeBytes }).requireSpace([MB]);
    expect([await has(first), await has(second)]).toEqual([false, true]);
  });

  it('stay while a deployment uses them, also beyond the limit', async () => {
    const [first = '', second = ''] = await used(open(), 2);
    await open({ limitBytes: MB, inUse: async () => new Set([first, second]) }).tidy(new Date(0));
    expect([await has(first), await has(second)]).toEqual([true, true]);
    await open({ limitBytes: MB, inUse: async () => new Set([first]) }).tidy(new Date(0));
    expect([await has(first), await has(second)]).toEqual([true, false]);
  });

  it('need room for the largest file of a model only', async () => {
    const bucket = open({ freeBytes: async () => 200_000_000 + 3 * MB });
    await bucket.requireSpace([3 * MB, 2 * MB, 3 * MB]);
    await expect(bucket.requireSpace([3 * MB + 1])).rejects.toMatchObject({ kind: 'storage_full' });
  });
});
