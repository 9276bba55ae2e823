import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { FileHost } from '../adapters/models/testing/file-host';
import { findModel, listModels } from '../store/models/read-models';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { maintainModels } from './maintenance';
import { partialKeyOf, requestKeyOf } from './model-request';
import { openRegistry, stepRequest, tokenOf } from './testing/registry';

const OWNER = { runId: 'run_1', step: 'remove' };

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
  folder = await mkdtemp(join(tmpdir(), 'pipewright-models-'));
  await mkdir(join(folder, 'allowed'));
  await database.sql`truncate models, model_files`;
  host.files.clear();
  host.requests.length = 0;
  return () => rm(folder, { recursive: true, force: true });
});

const open = (more: Partial<Parameters<typeof openRegistry>[0]> = {}) =>
  openRegistry({ database, folder, ...more });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const urlOf = (path: string) => `${host.origin}${path}`;
const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ActionError,
  );

/** Serves random bytes. */
function serve(path: string, bytes = 100_000, more: object = {}): Buffer {
  const content = randomBytes(bytes);
  host.files.set(path, { content, ...more });
  return content;
}

describe('a model from a URL', () => {
  it('is available with its verified file, in the folder of the models under its hash', async () => {
    const content = serve('/a/tiny.gguf');
    const { registry, store } = open();
    const model = await registry.add(
      stepRequest({ source: 'url', uri: urlOf('/a/tiny.gguf'), sha256: sha256(content) }),
    );
    expect(model).toMatchObject({
      name: 'tiny.gguf',
      sizeBytes: 100_000,
      sha256: sha256(content),
      files: [{ path: 'tiny.gguf', size: 100_000, sha256: sha256(content) }],
    });
    expect(await readFile(store.pathOf(model.sha256))).toEqual(content);
    expect(await readdir(join(folder, 'models', 'partial'))).toEqual([]);
    expect(await findModel(database.sql, model.id)).toMatchObject({ status: 'available', owner: null });
  });

  it('is found by a step that runs again, without a second download', async () => {
    serve('/a');
    const { registry } = open();
    const first = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    const second = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    expect(second).toEqual(first);
    expect(await listModels(database.sql)).toHaveLength(1);
  });

  it('is another model where the address has another content by now', async () => {
    serve('/a');
    const { registry } = open();
    const first = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    serve('/a');
    const second = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    expect(second.id).not.toBe(first.id);
    expect(second.sha256).not.toBe(first.sha256);
  });

  it('has one content for two names, which stays until the last of them is deleted', async () => {
    const content = serve('/a');
    const { registry, store } = open();
    const add = (name: string) => registry.add(stepRequest({ source: 'url', uri: urlOf('/a'), name }));
    const [first, second] = [await add('one'), await add('two')];
    expect(first.id).not.toBe(second.id);
    expect(await registry.delete({ id: first.id, force: false, owner: OWNER })).toEqual({
      id: first.id,
      freedBytes: 0,
    });
    expect(await store.sizeOf(sha256(content))).toBe(content.length);
    const last = await registry.delete({ id: second.id, force: false, owner: OWNER });
    expect(last.freedBytes).toBe(content.length);
    expect(await store.sizeOf(sha256(content))).toBeUndefined();
    // A step that runs again returns what the first attempt freed.
    expect(await registry.delete({ id: second.id, force: false, owner: OWNER })).toEqual(last);
  });

  it('is read as it is now, and as deleted afterwards', async () => {
    serve('/a');
    const { registry } = open();
    const { id } = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a'), name: 'one' }));
    expect(await registry.read(id)).toEqual({
      ...{ id, name: 'one', status: 'available', sizeBytes: 100_000 },
      error: undefined,
    });
    await registry.delete({ id, force: false, owner: OWNER });
    expect(await registry.read(id)).toMatchObject({ id, status: 'deleted', sizeBytes: 0 });
    await expect(registry.read('mdl_none')).rejects.toThrow('The model mdl_none does not exist.');
  });

  it('is resumed where the connection broke, while the server confirms that it is the same file', async () => {
    const content = serve('/a', 400_000, { cutAfter: 150_000 });
    const { registry } = open();
    const request = stepRequest({ source: 'url', uri: urlOf('/a') });
    const model = await registry.add(request);
    expect(model.sha256).toBe(sha256(content));
    const starts = host.rangesOf('/a').map((range) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(starts.length).toBeGreaterThan(2);
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    expect(request.lines.join('\n')).toContain(`Resumed at byte ${starts[1]}.`);
  });

  it('starts again from the first byte where the file changed or has no validator', async () => {
    const { registry } = open();
    const stop = new AbortController();
    const request = stepRequest({ source: 'url', uri: urlOf('/a'), signal: stop.signal });
    // The rest never comes.
    host.files.set('/a', { content: randomBytes(300_000), hold: new Promise(() => undefined) });
    const work = failing(registry.add(request));
    await until('the first bytes', async () => (await listModels(database.sql))[0]?.received);
    stop.abort(new ActionError('timeout', 'Too slow.'));
    expect((await work)?.kind).toBe('timeout');
    const changed = serve('/a', 300_000);
    const model = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    expect(model.sha256).toBe(sha256(changed));
    host.files.set('/b', { content: randomBytes(300_000), etag: undefined, cutAfter: 100_000 });
    expect(await failing(registry.add(stepRequest({ source: 'url', uri: urlOf('/b') })))).toMatchObject({
      kind: 'connection_error',
    });
    expect(new Set(host.rangesOf('/b'))).toEqual(new Set([undefined]));
  });

  it('fails with both checksums when the file is another one, and leaves nothing', async () => {
    const content = serve('/a');
    const { registry } = open();
    const expected = '0'.repeat(64);
    const failure = await failing(
      registry.add(stepRequest({ source: 'url', uri: urlOf('/a'), sha256: expected })),
    );
    expect(failure).toMatchObject({ kind: 'rejected', code: 'checksum_mismatch' });
    expect(failure?.message).toContain(sha256(content));
    expect(await listModels(database.sql)).toMatchObject([{ status: 'error', sha256: null }]);
    expect(await readdir(join(folder, 'models', 'partial'))).toEqual([]);
  });

  it('fails with timeout after its time, keeps what was received, and resumes there', async () => {
    const content = serve('/a', 600_000, { slowMs: 300 });
    const { registry, store } = open();
    const stop = new AbortController();
    const request = stepRequest({ source: 'url', uri: urlOf('/a'), signal: stop.signal });
    const work = failing(registry.add(request));
    const key = partialKeyOf(requestKeyOf(request), 'a');
    await until('100 kB', async () => (await store.partial(key)).offset > 100_000);
    stop.abort(new ActionError('timeout', 'Add model took longer than 1 s.'));
    expect(await work).toMatchObject({ kind: 'timeout' });
    expect(await listModels(database.sql)).toMatchObject([{ status: 'error', error: { kind: 'timeout' } }]);
    host.files.set('/a', { content });
    const model = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    expect(model.sha256).toBe(sha256(content));
    expect(host.rangesOf('/a')[1]).toMatch(/^bytes=1\d{5}-$/);
  });

  it('is downloaded once for two steps that add it at the same time, in two processes', async () => {
    serve('/a', 300_000, { slowMs: 10 });
    const other = openRegistry({ database: database.openAgain(), folder });
    const [first, second] = await Promise.all([
      open().registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })),
      other.registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })),
    ]);
    expect(second).toEqual(first);
    // The one that waited asks whether the file is still the same.
    expect(host.requests.length).toBeLessThanOrEqual(2);
    expect(await listModels(database.sql)).toHaveLength(1);
  });

  it('names the steps that wait for it, in any process, until they stop', async () => {
    const content = serve('/a', 10_000_000, { slowMs: 200 });
    const other = openRegistry({ database: database.openAgain(), folder }).registry;
    const stops = [new AbortController(), new AbortController()] as const;
    const request = (runId: string, stop?: AbortController) =>
      stepRequest({
        ...{ source: 'url', uri: urlOf('/a'), owner: { runId, step: 'add' } },
        ...(stop && { signal: stop.signal }),
      });
    const waiting = (...runs: string[]) =>
      until(`waiting of ${runs.join()}`, async () => {
        const [row] = await listModels(database.sql);
        const found = row?.waiting.map(({ runId, step }) => `${runId} ${step}`).sort();
        return found?.join() === runs.map((run) => `${run} add`).join() && row;
      });
    const first = failing(open().registry.add(request('run_1', stops[0])));
    await until('the download', async () => (await listModels(database.sql))[0]);
    const second = other.add(request('run_2'));
    await waiting('run_2');
    const third = failing(other.add(request('run_3', stops[1])));
    await waiting('run_2', 'run_3');
    stops[1].abort(new ActionError('cancelled', 'Run 3 was cancelled.'));
    expect(await third).toMatchObject({ kind: 'cancelled' });
    expect(await waiting('run_2')).toMatchObject({ status: 'downloading', runId: 'run_1' });
    host.files.set('/a', { content });
    stops[0].abort(new ActionError('cancelled', 'Run 1 was cancelled.'));
    expect(await first).toMatchObject({ kind: 'cancelled' });
    expect((await second).sha256).toBe(sha256(content));
    expect(await listModels(database.sql)).toMatchObject([{ status: 'available', waiting: [] }]);
    expect(host.rangesOf('/a').at(-1)).toMatch(/^bytes=\d+-$/);
  });

  it('continues after its process was killed, and its download is not listed as available', async () => {
    const content = serve('/a', 300_000);
    const { registry, store } = open();
    const request = stepRequest({ source: 'url', uri: urlOf('/a') });
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    const key = partialKeyOf(requestKeyOf(request), 'a');
    await registry.claim(request);
    const { path } = await store.partial(key);
    await (await store.begin(key, etag)).close();
    await writeFile(path, content.subarray(0, 200_000));
    await truncate(path, 123_456);
    expect(await listModels(database.sql)).toMatchObject([{ status: 'downloading' }]);
    await database.sql`update models set heartbeat_at = now() - interval '31 seconds'`;
    const model = await open().registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    expect(model.sha256).toBe(sha256(content));
    expect(host.rangesOf('/a')).toEqual(['bytes=123456-']);
  });

  it('fails with storage_full before the first byte where the disk has too little space', async () => {
    serve('/a', 1_000_000);
    const { registry } = open({ freeBytes: async () => 200_900_000 });
    const failure = await failing(registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })));
    expect(failure).toMatchObject({ kind: 'storage_full' });
    expect(failure?.message).toMatch(/Delete models or free some space/);
    expect(await readdir(join(folder, 'models', 'partial'))).toEqual([]);
  });

  it('follows a redirect and leaves the token behind', async () => {
    const other = await FileHost.start();
    const content = randomBytes(1000);
    other.files.set('/cdn', { content });
    host.files.set('/a', {
      content: Buffer.alloc(0),
      redirect: `${other.origin}/cdn`,
      token: 'hunter2hunter2',
    });
    const { registry } = open();
    const request = { source: 'url', uri: urlOf('/a') } as const;
    const denied = await failing(registry.add(stepRequest(request)));
    expect(denied).toMatchObject({ kind: 'rejected', code: '401' });
    const token = tokenOf('hunter2hunter2');
    const model = await registry.add(stepRequest({ ...request, token: token.value, secrets: [token] }));
    expect(model.sha256).toBe(sha256(content));
    expect(other.requests).toEqual([{ path: '/cdn', range: undefined, authorization: undefined }]);
    await other.close();
  });

  it.each([
    [404, 'invalid_params'],
    [403, 'rejected'],
    [500, 'connection_error'],
  ])('fails where the host answers %i, as %s', async (status, kind) => {
    serve('/a', 10, { status });
    const failure = await failing(open().registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })));
    expect(failure).toMatchObject({ kind, code: String(status) });
  });

  it('is cancelled by a person, also for steps that wait for it', async () => {
    serve('/a', 10_000_000, { slowMs: 200 });
    const { registry } = open();
    const work = failing(registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })));
    const row = await until('the download', async () => (await listModels(database.sql))[0]);
    await database.sql`update models set cancel_requested = true where id = ${row.id}`;
    expect(await work).toMatchObject({ kind: 'rejected', code: 'download_cancelled' });
    expect(await findModel(database.sql, row.id)).toMatchObject({
      status: 'error',
      error: { code: 'download_cancelled' },
    });
  });

  it('is refused deletion while it downloads, and deleted with force', async () => {
    serve('/a', 10_000_000, { slowMs: 200 });
    const { registry } = open();
    const work = failing(registry.add(stepRequest({ source: 'url', uri: urlOf('/a') })));
    const { id } = await until('the download', async () => (await listModels(database.sql))[0]);
    expect(await failing(registry.delete({ id, force: false, owner: OWNER }))).toMatchObject({
      kind: 'rejected',
      code: 'model_in_use',
    });
    await registry.delete({ id, force: true, owner: OWNER });
    expect((await work)?.kind).toBe('connection_error');
    expect(await listModels(database.sql)).toEqual([]);
  });
});

describe('names from outside', () => {
  it.each([
    '/..%2f..%2fescape.gguf',
    '/%2e%2e',
    '/a/..%5c..%5cwindows',
    '/C:%5Cmodel',
    '/nul%00byte',
    '/x%0aname',
    `/${'n'.repeat(1500)}`,
  ])('%s never becomes a path', async (path) => {
    const content = serve(new URL(urlOf(path)).pathname, 1000);
    const { registry, store } = open();
    const model = await registry.add(stepRequest({ source: 'url', uri: urlOf(path) }));
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    expect(paths).toEqual([store.pathOf(sha256(content))]);
    for (const { path: label } of model.files) expect(label).not.toMatch(/[/\\\0\n]|^\.\.$/);
  });
});

describe('a model of this machine', () => {
  it('is a folder with all its files, or those that match', async () => {
    const root = join(folder, 'allowed', 'mine');
    await mkdir(join(root, 'sub'), { recursive: true });
    await writeFile(join(root, 'config.json'), '{}');
    await writeFile(join(root, 'sub', 'weights.bin'), 'weights');
    const { registry } = open();
    const model = await registry.add(stepRequest({ source: 'local', uri: root }));
    expect(model.files.map(({ path }) => path)).toEqual(['config.json', 'sub/weights.bin']);
    expect(model).toMatchObject({ name: 'mine', sizeBytes: 9 });
    const some = await registry.add(
      stepRequest({ source: 'local', uri: `file://${root}`, files: ['*.json'] }),
    );
    expect(some.files.map(({ path }) => path)).toEqual(['config.json']);
  });

  it('is found again as long as the file is the same, and another one once it changed', async () => {
    const path = join(folder, 'allowed', 'm.bin');
    await writeFile(path, 'first');
    const { registry } = open();
    const first = await registry.add(stepRequest({ source: 'local', uri: path }));
    expect((await registry.add(stepRequest({ source: 'local', uri: path }))).id).toBe(first.id);
    await writeFile(path, 'second');
    expect((await registry.add(stepRequest({ source: 'local', uri: path }))).id).not.toBe(first.id);
  });

  it.each(['..', '../secret', 'link', 'sub/../../secret', 'missing', 'nul\0'])(
    'is refused at %s, which is not below an allowed folder',
    async (name) => {
      await writeFile(join(folder, 'secret'), 'secret');
      await symlink(join(folder, 'secret'), join(folder, 'allowed', 'link'));
      await mkdir(join(folder, 'allowed', 'sub'));
      const uri = `${join(folder, 'allowed')}/${name}`;
      const failure = await failing(open().registry.add(stepRequest({ source: 'local', uri })));
      expect(failure).toMatchObject({ kind: 'invalid_params' });
      expect(failure?.message).toContain('MODELS_LOCAL_DIRS');
    },
  );

  it('is refused where a folder holds a link that leads out of it', async () => {
    await symlink('/etc/passwd', join(folder, 'allowed', 'passwd'));
    const uri = join(folder, 'allowed');
    expect(await failing(open().registry.add(stepRequest({ source: 'local', uri })))).toMatchObject({
      kind: 'invalid_params',
    });
  });

  it('is refused where no folder is allowed, saying what to set', async () => {
    const { registry } = open({ sources: { localFolders: [] } });
    const failure = await failing(registry.add(stepRequest({ source: 'local', uri: '/etc/passwd' })));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure?.message).toContain('Set MODELS_LOCAL_DIRS');
  });
});

describe('a custom address', () => {
  it('is read by the source that its scheme names', async () => {
    const content = serve('/a');
    await writeFile(join(folder, 'allowed', 'm.bin'), 'x');
    const { registry } = open();
    expect((await registry.add(stepRequest({ source: 'custom', uri: urlOf('/a') }))).sha256).toBe(
      sha256(content),
    );
    const uri = `file://${join(folder, 'allowed', 'm.bin')}`;
    expect((await registry.add(stepRequest({ source: 'custom', uri }))).sizeBytes).toBe(1);
    expect(await failing(registry.add(stepRequest({ source: 'custom', uri: 'ftp://a/b' })))).toMatchObject({
      kind: 'invalid_params',
    });
  });

  it('builtin://tiny is a model that the product writes, the same each time', async () => {
    const { registry, store } = open();
    const model = await registry.add(stepRequest({ source: 'custom', uri: 'builtin://tiny' }));
    expect(model).toMatchObject({ name: 'tiny', files: [{ path: 'tiny.gguf' }] });
    expect(await store.sizeOf(model.sha256)).toBe(model.sizeBytes);
    const again = await registry.add(stepRequest({ source: 'custom', uri: 'builtin://tiny' }));
    expect(again.id).toBe(model.id);
    expect(await failing(registry.add(stepRequest({ source: 'custom', uri: 'builtin://x' })))).toMatchObject({
      kind: 'invalid_params',
      message: 'The built-in model builtin://x does not exist. Use builtin://tiny.',
    });
  });
});

describe('maintenance of the models', () => {
  const careOf = (opened: ReturnType<typeof open>) =>
    maintainModels({
      sql: database.sql,
      ...opened,
      secrets: { reveal: async () => undefined },
      report: (error) => {
        throw error;
      },
      isOnlyFolder: true,
      now: () => new Date(Date.now() + 2 * 3_600_000),
    });

  it('resumes what a person started in a process that ended', async () => {
    const content = serve('/a');
    const opened = open();
    const request = stepRequest({ source: 'url', uri: urlOf('/a') });
    const id = await opened.registry.claim(request, { secret: null, maxWaitSeconds: 60 });
    await database.sql`update models set owner = null`;
    await careOf(opened);
    const row = await until('the model', async () => {
      const found = await findModel(database.sql, id ?? '');
      return found?.status === 'available' && found;
    });
    expect(row.sha256).toBe(sha256(content));
  });

  it('removes contents without a model, and says so where a model lost its files', async () => {
    serve('/a');
    serve('/b');
    const opened = open();
    const { registry, store } = opened;
    const kept = await registry.add(stepRequest({ source: 'url', uri: urlOf('/a') }));
    const lost = await registry.add(stepRequest({ source: 'url', uri: urlOf('/b') }));
    const stray = 'ab'.repeat(32);
    await mkdir(join(store.pathOf(stray), '..'), { recursive: true });
    await writeFile(store.pathOf(stray), 'stray');
    await rm(store.pathOf(lost.sha256));
    await careOf(opened);
    expect(await store.sizeOf(stray)).toBeUndefined();
    expect(await store.sizeOf(kept.sha256)).toBe(kept.sizeBytes);
    expect(await findModel(database.sql, lost.id)).toMatchObject({
      status: 'error',
      error: { code: 'files_missing' },
    });
  });
});
