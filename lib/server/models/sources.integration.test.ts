import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionError } from '@/engine';
import { FakeHub } from '../adapters/models/testing/fake-hub';
import { FileHost } from '../adapters/models/testing/file-host';
import { TestObjectStore } from '../adapters/models/testing/object-store';
import type { TestObject } from '../adapters/models/testing/object-uploads';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { openRegistry, stepRequest, tokenOf } from './testing/registry';
import { type Publishing, sourceSuite, type TestModel } from './testing/source-suite';

const TOKEN = 'hunter2hunter2';
const SECRET = 'very-secret-access-key';
const KEYS = `AKIA:${SECRET}`;
const FILE = 'model.safetensors';
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const withToken = (token: string) => ({ token, secrets: [tokenOf(token)] });
const WRONG = withToken('wrong:wrong');

/** What a hosted file does wrong. */
const flaws = ({ cutAfter, isCorrupt }: Publishing) => ({
  ...(cutAfter === undefined ? {} : { cutAfter }),
  ...(isCorrupt === undefined ? {} : { isCorrupt }),
});

sourceSuite('a URL', {
  isRemote: true,
  async start() {
    const host = await FileHost.start();
    const at = (name: string): TestModel => ({ source: 'url', uri: new URL(name, host.origin).href });
    return {
      options: {},
      publish(content, { name = FILE, ...how } = {}) {
        const model = at(encodeURIComponent(name));
        host.files.set(new URL(model.uri).pathname, { content, token: TOKEN, ...flaws(how) });
        const stated = how.isCorrupt ? { sha256: sha256(content) } : {};
        return { ...model, ...withToken(TOKEN), ...stated };
      },
      unknown: { ...at('missing'), ...withToken(TOKEN) },
      refused: { model: (published) => ({ ...published, ...WRONG }), kind: 'rejected' },
      close: () => host.close(),
    };
  },
});

sourceSuite('a folder of this machine', {
  isRemote: false,
  async start(folder) {
    const outside = await mkdtemp(join(tmpdir(), 'pipewright-outside-'));
    return {
      options: {},
      async publish(content, { name = FILE, isCorrupt } = {}) {
        const path = `${folder}/${name}`;
        await writeFile(path, isCorrupt ? randomBytes(content.length) : content);
        return { source: 'local', uri: path, ...(isCorrupt ? { sha256: sha256(content) } : {}) };
      },
      unknown: { source: 'local', uri: join(folder, 'missing') },
      refused: { model: () => ({ source: 'local', uri: outside }), kind: 'invalid_params' },
      close: () => rm(outside, { recursive: true, force: true }),
    };
  },
});

sourceSuite('a repository of the hub', {
  isRemote: true,
  async start() {
    const cdn = await FileHost.start();
    const hub = await FakeHub.start(cdn.origin);
    return {
      options: { hubEndpoint: new URL(hub.origin) },
      publish(content, { name = FILE, ...how } = {}) {
        hub.repositories.set('acme/tiny', { files: { [name]: content }, large: [name], token: TOKEN });
        cdn.files.set(`/acme/tiny/${name}`, { content, ...flaws(how) });
        return { source: 'model_hub', uri: 'acme/tiny', files: ['*'], ...withToken(TOKEN) };
      },
      unknown: { source: 'model_hub', uri: 'acme/none', ...withToken(TOKEN) },
      refused: { model: (published) => ({ ...published, ...WRONG }), kind: 'rejected' },
      async close() {
        await hub.close();
        await cdn.close();
      },
    };
  },
});

/** The three ways to read a bucket, with objects of all kinds. */
const BUCKETS = [
  ['a bucket of S3', 's3', 's3', KEYS, {}],
  ['a bucket of S3 with SHA-256', 's3', 's3', KEYS, { hasSha256: true, isComposite: true }],
  ['a bucket of S3 with objects in parts', 's3', 's3', KEYS, { isComposite: true }],
  ['a bucket of Google', 'gcs', 'gs', TOKEN, {}],
  ['a bucket of Google with composite objects', 'gcs', 'gs', TOKEN, { isComposite: true }],
  ['a bucket of Google with an HMAC key', 'gcs', 'gs', KEYS, {}],
] as const satisfies readonly (readonly [string, string, string, string, Partial<TestObject>])[];

const startStore = () => TestObjectStore.start({ secretAccessKey: SECRET, token: TOKEN });
const optionsOf = (store: TestObjectStore) => ({
  s3: { endpoint: store.origin, region: 'us-east-1', isPathStyle: true, credentials: undefined },
  gcsEndpoint: store.origin,
});

for (const [name, source, scheme, token, kind] of BUCKETS) {
  sourceSuite(name, {
    isRemote: true,
    async start() {
      const store = await startStore();
      store.region = source === 'gcs' ? 'auto' : 'eu-2';
      const access = withToken(token);
      return {
        options: optionsOf(store),
        publish(content, { name: file = FILE, ...how } = {}) {
          store.objects.clear();
          store.objects.set(`models/a b/${file}`, { content, ...kind, ...flaws(how) });
          return { source, uri: `${scheme}://models/a b/`, ...access };
        },
        unknown: { source, uri: `${scheme}://models/missing`, ...access },
        refused: { model: (published) => ({ ...published, ...WRONG }), kind: 'rejected' },
        close: () => store.close(),
      };
    },
  });
}

describe('a model of a bucket', () => {
  let database: TestDatabase;
  let store: TestObjectStore;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = await startStore();
    folder = await mkdtemp(join(tmpdir(), 'pipewright-buckets-'));
  });
  afterAll(async () => {
    await store.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = () => openRegistry({ database, folder, sources: optionsOf(store) }).registry;
  const failing = (work: Promise<unknown>) => work.catch((error: unknown) => error as ActionError);
  const both = [
    ['s3', 's3', KEYS],
    ['gcs', 'gs', TOKEN],
  ] as const;

  it.each(both)(
    'is a folder over several pages of %s, or what matches in it',
    async (source, scheme, token) => {
      store.objects.clear();
      const names = ['config.json', 'sub/', 'sub/one+two & <three>.bin', "it's (4)!*.bin", 'w.safetensors'];
      for (const name of names) store.objects.set(`models/big/${name}`, { content: randomBytes(10) });
      store.objects.set('models/bigger/other', { content: randomBytes(10) });
      const asked = { source, uri: `${scheme}://models/big`, ...withToken(token) };
      const model = await open().add(stepRequest(asked));
      expect(model.name).toBe('big');
      expect(model.files.map(({ path }) => path).sort()).toEqual(
        names.filter((name) => name !== 'sub/').sort(),
      );
      const some = await open().add(stepRequest({ ...asked, files: ['*.json'] }));
      expect(some.files.map(({ path }) => path)).toEqual(['config.json']);
      const none = await failing(open().add(stepRequest({ ...asked, files: ['*.gguf'] })));
      expect(none).toMatchObject({ kind: 'invalid_params', path: 'params.files' });
    },
  );

  it.each(both)('is one object of %s, whose scheme the source custom knows', async (_, scheme, token) => {
    const content = randomBytes(100);
    store.objects.set('models/one.gguf', { content });
    const asked = { source: 'custom', uri: `${scheme}://models/one.gguf`, ...withToken(token) } as const;
    const model = await open().add(stepRequest(asked));
    expect(model).toMatchObject({ name: 'one.gguf', sha256: sha256(content) });
  });

  it.each(both)(
    'is never a mixture where an object of %s changes during the download',
    async (source, scheme, token) => {
      store.objects.set('models/changing', { content: randomBytes(100_000) });
      const asked = stepRequest({ source, uri: `${scheme}://models/changing`, ...withToken(token) });
      const { sources } = openRegistry({ database, folder, sources: optionsOf(store) });
      const [file] = (await sources[source].plan(asked)).files;
      store.objects.set('models/changing', { content: randomBytes(100_000) });
      const opened = file?.open({ offset: 50_000, version: file.version }, asked.signal);
      expect(await opened?.catch((error: unknown) => error)).toMatchObject({
        kind: expect.stringMatching(/rejected|invalid_params/),
      });
    },
  );

  it('needs keys in their form for s3, and does not repeat what was written', async () => {
    const asked = stepRequest({ source: 's3', uri: 's3://models/one.gguf', ...withToken('only-one-part') });
    const failure = await failing(open().add(asked));
    expect(failure).toMatchObject({ kind: 'invalid_params', path: 'params.token' });
    expect(String(failure)).not.toContain('only-one-part');
  });

  it('is not fetched from where an object of s3 redirects to, and a token of gcs does not go there', async () => {
    const elsewhere = await FileHost.start();
    elsewhere.files.set('/x', { content: randomBytes(10) });
    store.objects.set('models/moved', { content: randomBytes(10), redirect: `${elsewhere.origin}/x` });
    const s3 = stepRequest({ source: 's3', uri: 's3://models/moved', ...withToken(KEYS) });
    expect(await failing(open().add(s3))).toMatchObject({ kind: 'rejected', code: '307' });
    expect(elsewhere.requests).toEqual([]);
    const gcs = stepRequest({ source: 'gcs', uri: 'gs://models/moved', ...withToken(TOKEN) });
    expect(await failing(open().add(gcs))).toMatchObject({ code: 'checksum_mismatch' });
    expect(elsewhere.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
    await elsewhere.close();
  });

  it.each(['s3://', 's3://x', 's3:///key', 's3://models/../other', 'gs://models/key', 'https://models/key'])(
    'is not looked for where the address is %s',
    async (uri) => {
      const failure = await failing(open().add(stepRequest({ source: 's3', uri, ...withToken(KEYS) })));
      expect(failure).toMatchObject({ kind: 'invalid_params' });
    },
  );
});
