import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionError } from '@/engine';
import { FakeHub } from '../adapters/models/testing/fake-hub';
import { FileHost } from '../adapters/models/testing/file-host';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { openRegistry, stepRequest, tokenOf } from './testing/registry';

const ID = 'acme/tiny';
const TOKEN = 'hf_hunter2hunter2';

let database: TestDatabase;
let cdn: FileHost;
let hub: FakeHub;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  cdn = await FileHost.start();
  hub = await FakeHub.start(cdn.origin);
});
afterAll(async () => {
  await hub.close();
  await cdn.close();
  await database.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-hub-'));
  await database.sql`truncate models, model_files`;
  cdn.files.clear();
  cdn.requests.length = 0;
  hub.requests.length = 0;
  return () => rm(folder, { recursive: true, force: true });
});

const open = () => openRegistry({ database, folder, sources: { hubEndpoint: new URL(hub.origin) } }).registry;
const ask = (more: object = {}) => stepRequest({ source: 'model_hub', uri: ID, ...more });
const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ActionError,
  );

/** A repository whose weights are large files. */
function publish(files: Record<string, Buffer>, token?: string): void {
  const large = Object.keys(files).filter((path) => /safetensors|gguf/.test(path));
  hub.repositories.set(ID, { files, large, ...(token === undefined ? {} : { token }) });
  for (const path of large) cdn.files.set(`/${ID}/${path}`, { content: files[path] ?? Buffer.alloc(0) });
}

const files = () => ({
  'config.json': Buffer.from('{"a":1}'),
  'model-00001-of-00002.safetensors': randomBytes(50_000),
  'model-00002-of-00002.safetensors': randomBytes(60_000),
  'pytorch_model.bin': randomBytes(100),
  'tokenizer.json': Buffer.from('{}'),
});

describe('a model of a repository', () => {
  it('has the weights in one format with their companions, of one commit, each compared with its checksum', async () => {
    publish(files());
    const model = await open().add(ask());
    expect(model).toMatchObject({ name: 'tiny', revision: FakeHub.commit, sizeBytes: 110_009 });
    expect(model.files.map(({ path }) => path)).toEqual([
      'config.json',
      'model-00001-of-00002.safetensors',
      'model-00002-of-00002.safetensors',
      'tokenizer.json',
    ]);
    const rows = await database.sql<{ path: string; verified: string }[]>`
      select path, verified from model_files order by path`;
    expect(rows.map(({ verified }) => verified)).toEqual(['git_sha1', 'sha256', 'sha256', 'git_sha1']);
    expect(hub.requests.filter(({ path }) => path.includes('/resolve/')).length).toBe(4);
  });

  it('is found again without fetching a file, as long as the commit has the same files', async () => {
    publish(files());
    const registry = open();
    const first = await registry.add(ask());
    cdn.requests.length = 0;
    expect((await registry.add(ask())).id).toBe(first.id);
    expect((await registry.add(ask({ uri: `${ID}:main` }))).sha256).toBe(first.sha256);
    expect(cdn.requests).toEqual([]);
  });

  it('needs a token where it is gated, says what to do without one, and keeps the token from other hosts', async () => {
    publish(files(), TOKEN);
    const registry = open();
    const denied = await failing(registry.add(ask()));
    expect(denied).toMatchObject({ kind: 'rejected', code: '401' });
    expect(denied?.message).toContain(`accept its terms at ${hub.origin}/${ID}`);
    const token = tokenOf(TOKEN);
    await registry.add(ask({ token: TOKEN, secrets: [token] }));
    expect(hub.requests.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(cdn.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  it('resumes a large file at the host that it is redirected to', async () => {
    publish({ 'w.safetensors': randomBytes(300_000) });
    const hosted = cdn.files.get(`/${ID}/w.safetensors`);
    if (hosted) hosted.cutAfter = 130_000;
    const model = await open().add(ask());
    expect(model.sizeBytes).toBe(300_000);
    expect(cdn.rangesOf(`/${ID}/w.safetensors`).slice(1)).toEqual([
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
  });

  it('is refused where a file differs from its checksum, large or small', async () => {
    publish(files());
    cdn.files.set(`/${ID}/model-00002-of-00002.safetensors`, { content: randomBytes(60_000) });
    expect(await failing(open().add(ask()))).toMatchObject({ kind: 'rejected', code: 'checksum_mismatch' });
    expect(await database.sql`select status from models`).toMatchObject([{ status: 'error' }]);
  });

  it('asks which quantization is meant where there are several, and fetches that one', async () => {
    const q4 = randomBytes(4000);
    publish({ 'tiny-q4_k_m.gguf': q4, 'tiny-q8_0.gguf': randomBytes(8000), 'README.md': Buffer.from('x') });
    const registry = open();
    const unclear = await failing(registry.add(ask()));
    expect(unclear).toMatchObject({ kind: 'invalid_params', path: 'params.files' });
    expect(unclear?.message).toContain('tiny-q4_k_m.gguf, tiny-q8_0.gguf');
    const model = await registry.add(ask({ files: ['*q4_k_m.gguf'] }));
    expect(model.sha256).toBe(createHash('sha256').update(q4).digest('hex'));
    expect(await failing(registry.add(ask({ files: ['*.nothing'] })))).toMatchObject({
      kind: 'invalid_params',
    });
  });

  it.each(['../../escape.json', '/etc/passwd', 'C:\\windows', '\\\\host\\share', 'a/../b', 'nul\0', 'a//b'])(
    'is refused with a file called %j',
    async (name) => {
      publish({ 'w.safetensors': randomBytes(10), [name]: Buffer.from('x') });
      const failure = await failing(open().add(ask()));
      expect(failure).toMatchObject({ kind: 'rejected', code: 'hostile_name' });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each(['acme', '../x', 'a/b/c', 'acme/..', 'https://x/y'])(
    'is not looked for where the address is %s',
    async (uri) => {
      expect(await failing(open().add(ask({ uri })))).toMatchObject({ kind: 'invalid_params' });
      expect(hub.requests).toEqual([]);
    },
  );

  it('is said not to exist where repository or revision do not', async () => {
    publish(files());
    const wrong = [ask({ uri: 'acme/none' }), ask({ revision: 'nowhere' })];
    for (const request of wrong) {
      expect(await failing(open().add(request))).toMatchObject({ kind: 'invalid_params' });
    }
  });
});
