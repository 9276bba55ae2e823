import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { App } from '../compose';
import { submitRun } from '../services/runs/submit';
import { openTestApp } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { createServe } from './serve';

let app: App;
let pipelineId: string;

beforeAll(async () => {
  const config = {
    runsWorker: false,
    databaseUrl: 'postgres://elsewhere',
    queueLimit: 2,
    queueSharePercent: 100,
  };
  app = await openTestApp(await createTestDatabase(), { config });
  const document = {
    name: 'Submitted',
    params: { n: { type: 'integer' } },
    steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
  };
  pipelineId = (await app.pipelines.create({ text: JSON.stringify(document) })).id;
});

afterAll(() => app.close());

async function post(body: unknown, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:3000/api/v1/runs', {
    method: 'POST',
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const route = createServe(() => Promise.resolve(app))(runEndpoints.start, submitRun);
  const response = await route(request);
  return { status: response.status, body: await response.json() };
}

describe('POST /api/v1/runs', () => {
  it('refuses a run that cannot start, with the reason', async () => {
    expect(await post({ pipelineId, params: { n: 'many' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid', details: [{ path: expect.any(String) }] },
    });
    expect((await post({ pipelineId: 'pl_none' })).status).toBe(404);
    expect((await post({ pipelineId, priority: 101 })).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    const plain = { 'content-type': 'text/plain', origin: 'http://localhost:3000' };
    expect((await post({ pipelineId }, plain)).status).toBe(400);
    expect((await post({ pipelineId, params: { n: 'x'.repeat(1024 * 1024) } })).status).toBe(413);
  });

  it.each([66, 201, 1500, 100_000])(
    'refuses params nested %i levels deep with a sentence, before it parses them',
    async (levels) => {
      const value = `${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`;
      const answer = await post(`{"pipelineId":"${pipelineId}","params":{"n":${value}}}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect(answer.body.message).toMatch(/^The body is nested more than 65 levels deep\./);
    },
  );

  it('refuses an unknown field by its name', async () => {
    const definition = { name: 'Other', steps: [] };
    expect(await post({ pipelineId, definition })).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: expect.stringContaining('"definition"') },
    });
    expect((await post([1, 2])).status).toBe(400);
    expect((await post('"text"')).status).toBe(400);
  });

  it('refuses a version that no pipeline can have', async () => {
    expect((await post({ pipelineId, version: 99_999_999_999_999 })).status).toBe(400);
  });

  it('refuses another site, and content types that a form of another site can send', async () => {
    expect((await post({ pipelineId }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ pipelineId }, { 'content-type': 'text/plain' })).status).toBe(403);
  });

  it('starts a run once under a key, and refuses runs beyond the queue limit', async () => {
    const key = { 'idempotency-key': 'order 1' };
    const first = await post({ pipelineId, params: { n: 1 } }, key);
    expect(first).toMatchObject({ status: 201, body: { number: 1 } });
    expect(await post({ pipelineId, params: { n: 1 } }, key)).toEqual({
      status: 200,
      body: { ...first.body, existing: true },
    });
    expect((await post({ pipelineId, params: { n: 2 } }, key)).status).toBe(409);
    expect((await post({ pipelineId })).status).toBe(201);
    expect(await post({ pipelineId })).toMatchObject({ status: 429, body: { code: 'queue_full' } });
    expect(await app.runs.get({ id: first.body.id })).toMatchObject({ trigger: 'api' });
  });
});
