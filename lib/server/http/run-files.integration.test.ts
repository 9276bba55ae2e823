import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewFile } from '@/engine/ports';
import { type Endpoint, fillPath } from '@/lib/contracts/endpoint';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { createDiskBlobs } from '../adapters/blobs/disk-blobs';
import type { App } from '../compose';
import { createFileStore } from '../files';
import { HOSTILE_NAMES } from '../files/testing/hostile-names';
import { getAction } from '../services/actions/get';
import { listFiles } from '../services/files/list';
import { getRun } from '../services/runs/get';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { exportPipeline, sendPayload } from './files';
import { sendFile } from './run-files';
import { streamRun } from './run-stream';
import { createServe } from './serve';

let app: App;
let database: TestDatabase;
let root: string;
let runId: string;
let otherRunId: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pipewright-download-'));
  await writeFile(join(root, 'canary.txt'), 'CANARY');
  database = await createTestDatabase();
  app = await openTestApp(database, { adapters: { blobs: createDiskBlobs({ root: join(root, 'blobs') }) } });
  const [run, other] = [await startLog(), await startLog()];
  runId = run.id;
  otherRunId = other.id;
  await Promise.all([untilEnded(app, runId), untilEnded(app, otherRunId)]);
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

function startLog() {
  return startSteps(app, [{ id: 'a', action: 'log', params: { message: 'a' } }]);
}

function put(file: Partial<NewFile>, to = runId) {
  const store = createFileStore({ sql: database.sql, blobs: app.blobs });
  const owner = { runId: to, step: 'a', iteration: [], attempt: 1 };
  return store.put(
    { name: 'a.txt', contentType: 'text/plain', content: Buffer.from('hello'), ...file },
    owner,
  );
}

const serve = createServe(() => Promise.resolve(app));

function request(
  endpoint: Endpoint,
  input: object,
  query = '',
  headers: Record<string, string> = {},
): Request {
  const path = fillPath(endpoint.path, { ...input });
  return new Request(`http://localhost:3000${path}${query}`, {
    headers: { host: 'localhost:3000', ...headers },
  });
}

function download(
  file: string,
  id = runId,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<Response> {
  return serve(runEndpoints.file, sendFile)(request(runEndpoints.file, { runId: id, file }, query, headers));
}

function list(id: string, query = ''): Promise<Response> {
  return serve(runEndpoints.files, listFiles)(request(runEndpoints.files, { runId: id }, query));
}

describe('files of a run', () => {
  it('are listed in order of creation, in pages', async () => {
    const { id } = await startLog();
    await untilEnded(app, id);
    for (const name of ['1.txt', '2.txt', '3.txt']) await put({ name }, id);
    const first = await (await list(id, '?limit=2')).json();
    expect(first.files).toMatchObject([
      { name: '1.txt', step: 'a', iteration: [], attempt: 1 },
      { name: '2.txt' },
    ]);
    const second = await (await list(id, `?limit=2&after=${first.next}`)).json();
    expect(second).toMatchObject({ files: [{ name: '3.txt', size: 5, expiredAt: null }], next: null });
  });

  it('are an empty list for a run without files, and not found for a missing run', async () => {
    expect(await (await list(otherRunId)).json()).toEqual({ files: [], next: null });
    expect((await list('run_none')).status).toBe(404);
    expect((await list(runId, '?limit=0')).status).toBe(400);
  });

  it('are downloaded byte for byte', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
    const { sha256 } = await put({ name: 'Größe "x".csv', contentType: 'text/csv; charset=utf-8', content });
    const response = await download(sha256);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '256',
      'content-disposition': `attachment; filename="Gr__e x .csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20x%20.csv`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const { files } = await (await list(runId)).json();
    const byId = await download(files.find((file: { sha256: string }) => file.sha256 === sha256).id);
    expect(byId.status).toBe(200);
  });

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/javascript',
    'text/xml',
    'TEXT/HTML; a=b',
  ])('are served as bytes when they are %s', async (contentType) => {
    const { sha256 } = await put({ contentType, content: Buffer.from(`<script>${contentType}</script>`) });
    expect((await download(sha256)).headers.get('content-type')).toBe('application/octet-stream');
  });

  it('are shown in a frame only when they are PDF files', async () => {
    const pdf = { contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 report') };
    const { sha256 } = await put(pdf);
    const shown = await download(sha256, runId, { query: '?view=1' });
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    const downloaded = await download(sha256);
    expect(downloaded.headers.get('content-disposition')).toMatch(/^attachment/);
    for (const other of [
      { contentType: 'application/pdf', content: Buffer.from('<script>alert(1)</script>') },
      { contentType: 'text/html', content: Buffer.from('%PDF-1.7 <script>alert(1)</script>') },
    ]) {
      const { headers } = await download((await put(other)).sha256, runId, { query: '?view=1' });
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('content-security-policy')).not.toContain('frame-ancestors');
    }
  });

  it('are shown only through the runs that have them', async () => {
    const { sha256 } = await put({});
    expect((await download(sha256)).status).toBe(200);
    expect((await download(sha256, otherRunId)).status).toBe(404);
    const { files } = await (await list(runId)).json();
    expect((await download(files[0].id, otherRunId)).status).toBe(404);
  });

  it('are refused to a foreign host', async () => {
    const { sha256 } = await put({});
    expect((await download(sha256, runId, { headers: { host: 'evil.example' } })).status).toBe(403);
  });

  it('are reported as expired', async () => {
    const { sha256 } = await put({ content: Buffer.from('to expire') });
    await database.sql`update files set expired_at = now() where sha256 = ${sha256}`;
    const response = await download(sha256);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/“a\.txt” has expired/) });
    expect((await (await list(runId)).json()).files.at(-1).expiredAt).not.toBeNull();
  });
});

describe('names that lead out of a folder', () => {
  /** Every route that takes an id or a name. */
  const routes = {
    file: (name: string) => download(name),
    'file of a run': (name: string) => download('0'.repeat(64), name),
    files: (name: string) => list(name),
    'files after': (name: string) => list(runId, `?after=${encodeURIComponent(name)}`),
    payload: (hash: string) =>
      serve(runEndpoints.payload, sendPayload)(request(runEndpoints.payload, { id: runId, hash })),
    run: (id: string) => serve(runEndpoints.get, getRun)(request(runEndpoints.get, { id })),
    events: (id: string) =>
      serve(runEventEndpoints.events, streamRun)(request(runEventEndpoints.events, { id })),
    pipeline: (id: string) =>
      serve(pipelineEndpoints.export, exportPipeline)(request(pipelineEndpoints.export, { id })),
    action: (type: string) =>
      serve(systemEndpoints.action, getAction)(request(systemEndpoints.action, { type })),
  };

  it.each(Object.entries(routes))('are not found as a %s', async (route, call) => {
    expect(HOSTILE_NAMES).toHaveLength(60);
    for (const name of HOSTILE_NAMES) {
      const response = await call(name);
      const text = await response.text();
      expect(text).not.toMatch(/CANARY|root:/);
      if (route !== 'files after')
        expect([400, 404], `${route} ${JSON.stringify(name)}`).toContain(response.status);
    }
    expect(await readFile(join(root, 'canary.txt'), 'utf8')).toBe('CANARY');
  });
});
