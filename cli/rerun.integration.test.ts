import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '@/lib/server/compose';
import { ServiceError } from '@/lib/server/services/errors';
import { openTestApp, startSteps, untilEnded } from '@/lib/server/testing/app';
import { createTestDatabase, type TestDatabase } from '@/lib/server/testing/database';
import { type RerunOptions, rerun } from './commands/rerun';

let database: TestDatabase;
let app: App;
let http: Server;
let server: string;
let out: string;
let err: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database.openAgain(), { config: { databaseUrl: 'postgres://elsewhere' } });
  http = createServer((request, response) => {
    void answer(request.url ?? '', request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => http.close(resolve));
  await app.close();
  await database.close();
});

/** The use cases behind the addresses that the command calls. */
async function answer(url: string, body: AsyncIterable<Buffer>): Promise<{ status: number; body: unknown }> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  const [, , , , id = '', ...rest] = url.split('/');
  const input = { ...(parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {}), id };
  try {
    if (rest.join('/') === 'rerun/plan') return { status: 200, body: await app.runs.planRerun(input) };
    if (rest.join('/') === 'rerun') return { status: 201, body: await app.runs.submitRerun(input) };
    return { status: 200, body: await app.runs.get(input) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: 409, body: { code: error.code, message: error.message } };
  }
}

beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    err += String(chunk);
    return true;
  });
});

afterEach(() => vi.restoreAllMocks());

function options(more: Partial<RerunOptions> = {}): RerunOptions {
  return { definition: 'original', param: [], confirm: [], plan: false, json: false, server, ...more };
}

async function failedRun(): Promise<string> {
  const { id } = await startSteps(
    app,
    [
      { id: 'first', action: 'log', params: { message: 'one' } },
      {
        id: 'stop',
        action: 'fail',
        params: { message: 'No.' },
        condition: 'params.ok != "yes"',
        depends_on: ['first'],
      },
    ],
    { params: { ok: { type: 'string', default: 'no' } } },
  );
  await untilEnded(app, id);
  return id;
}

describe('pipewright rerun', () => {
  it('prints the plan and starts nothing', async () => {
    const id = await failedRun();
    expect(await rerun(id, options({ fromFailed: true, plan: true }))).toBe(0);
    expect(out).toBe(
      'Re-run of #1 with v1\n≡ first reuse: Reuses the output of #1.\n▷ stop execute: Failed in #1.\nNo side effects.\n',
    );
    const { pipelineId } = await app.runs.get({ id });
    expect((await app.runs.list({ pipeline: pipelineId })).runs).toHaveLength(1);
  });

  it('starts a re-run with a param that differs', async () => {
    const id = await failedRun();
    expect(await rerun(id, options({ fromFailed: true, param: ['ok=yes'], json: true }))).toBe(0);
    const started = JSON.parse(out);
    const run = await untilEnded(app, started.id);
    expect(run).toMatchObject({ status: 'completed', params: { ok: 'yes' }, parentRunId: id });
  });

  it('says why it is refused', async () => {
    const id = await failedRun();
    expect(await rerun(id, options({ from: 'gone' }))).toBe(2);
    expect(err).toContain('The definition has no step gone.');
  });

  it('says that no server responds', async () => {
    expect(await rerun('run_1', options({ server: 'http://127.0.0.1:1' }))).toBe(2);
    expect(err).toContain('No server responds at http://127.0.0.1:1.');
  });
});
