import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '@/engine';
import { defineAction } from '@/engine/action';
import { log } from '@/engine/actions/control_flow/log';
import { createCatalogue } from '@/engine/catalogue';
import { MASK } from '@/engine/run/masking/mask';
import { type Endpoint, fillPath } from '@/lib/contracts/endpoint';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { createDiskBlobs } from '../../adapters/blobs/disk-blobs';
import type { App } from '../../compose';
import { HOSTILE_NAMES } from '../../files/testing/hostile-names';
import { createServe } from '../../http/serve';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { payloadEntries, payloadPart, searchPayload } from './payload-parts';

/** Returns rows, so that its output is stored in the blob store. */
const rows = defineAction({
  ...{ type: 'rows', title: 'Rows', description: 'For tests.', sentence: 'Give {count} rows' },
  ...{ category: 'integration', icon: 'log', effect: 'read', idempotent: true, docs: { examples: [] } },
  params: z.object({ count: z.int(), token: z.string().default('') }),
  output: z.object({ rows: z.array(z.json()) }).loose(),
  run: async ({ count, token }) => ({
    rows: Array.from({ length: count }, (_, id) => ({
      id,
      name: `row number ${id}`,
      text: 'x'.repeat(id === 5 ? 400 : 20),
    })),
    token,
    long: `"quoted" ${'é'.repeat(60_000)}`,
  }),
});

let app: App;
let database: TestDatabase;
let root: string;
let runId: string;
let otherRunId: string;
let hash: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pipewright-parts-'));
  database = await createTestDatabase();
  app = await openTestApp(database, {
    adapters: { catalogue: createCatalogue([rows, log]), blobs: createDiskBlobs({ root }) },
  });
  await app.secrets.add({ name: 'canary', value: 'CANARY-abcdef-123456', description: '', hosts: [] });
  const [run, other] = [
    await startSteps(app, [
      { id: 'many', action: 'rows', params: { count: 20_000, token: 'Bearer {{secrets.canary}}' } },
    ]),
    await startSteps(app, [{ id: 'few', action: 'log', params: { message: 'x' } }]),
  ];
  [runId, otherRunId] = [run.id, other.id];
  await Promise.all([untilEnded(app, runId), untilEnded(app, otherRunId)]);
  const events = await app.runs.events({ id: runId });
  const done = events.find((event) => event.type === 'step_completed');
  if (done?.type !== 'step_completed' || !('ref' in done.output))
    throw new Error('The output is not stored.');
  hash = done.output.ref;
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const serve = createServe(() => Promise.resolve(app));

function request(endpoint: Endpoint, input: Record<string, string>, headers: Record<string, string> = {}) {
  const { id = runId, hash: own = hash, ...query } = input;
  const path = fillPath(endpoint.path, { id, hash: own });
  return new Request(`http://localhost:3000${path}?${new URLSearchParams(query)}`, {
    headers: { host: 'localhost:3000', ...headers },
  });
}

const routes = {
  entries: (input: Record<string, string>, headers = {}) =>
    serve(runEndpoints.payloadEntries, payloadEntries)(request(runEndpoints.payloadEntries, input, headers)),
  part: (input: Record<string, string>, headers = {}) =>
    serve(runEndpoints.payloadPart, payloadPart)(request(runEndpoints.payloadPart, input, headers)),
  search: (input: Record<string, string>, headers = {}) =>
    serve(
      runEndpoints.payloadSearch,
      searchPayload,
    )(request(runEndpoints.payloadSearch, { text: 'x', ...input }, headers)),
};

async function read(answer: Promise<Response>): Promise<Json> {
  const response = await answer;
  expect(response.status).toBe(200);
  return response.json();
}

describe('a large value', () => {
  it('is listed from the top with counts and the beginnings of texts', async () => {
    const answer = await read(routes.entries({}));
    expect(answer).toMatchObject({
      type: 'object',
      count: 3,
      entries: [
        { name: 'rows', type: 'array', size: 20_000, value: null },
        { name: 'token', type: 'string', size: null, isCut: false },
        { name: 'long', type: 'string', isCut: true, value: `"quoted" ${'é'.repeat(231)}` },
      ],
    });
  });

  it('is read in pages', async () => {
    const answer = await read(routes.entries({ at: '0', from: '19990' }));
    expect(answer).toMatchObject({ type: 'array', count: 20_000 });
    expect(answer).toHaveProperty('entries.length', 10);
    expect(answer).toHaveProperty('entries.0', {
      name: 19_990,
      type: 'object',
      size: 3,
      bytes: 68,
      value: null,
      isCut: false,
    });
    expect(await read(routes.entries({ at: '0.5' }))).toMatchObject({
      entries: [
        { name: 'id', type: 'number', value: 5, size: null },
        { name: 'name', value: 'row number 5' },
        { name: 'text', value: 'x'.repeat(240), isCut: true, size: 400 },
      ],
    });
    expect(await read(routes.entries({ at: '0', from: '20000' }))).toMatchObject({ entries: [] });
  });

  it('gives back its parts as they are, and refuses large ones', async () => {
    expect(await read(routes.part({ at: '0.19999' }))).toEqual({
      id: 19_999,
      name: 'row number 19999',
      text: 'x'.repeat(20),
    });
    expect(await read(routes.part({ at: '2' }))).toBe(`"quoted" ${'é'.repeat(60_000)}`);
    const refused = await routes.part({ at: '0' });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('List its entries'),
    });
  });

  it('is searched', async () => {
    expect(await read(routes.search({ text: 'ROW NUMBER 19998' }))).toEqual({
      matches: [{ at: [0, 19_998, 1], path: ['rows', 19_998, 'name'] }],
      next: null,
    });
    const many = await read(routes.search({ text: 'row number' }));
    expect(many).toHaveProperty('next', expect.any(Number));
  });

  it('has no secret in it', async () => {
    expect(await read(routes.part({ at: '1' }))).toBe(`Bearer ${MASK}`);
    expect(await read(routes.search({ text: 'CANARY' }))).toEqual({ matches: [], next: null });
  });

  it('has its outline from when it was stored, and gets a missing one when it is first needed', async () => {
    const stored = async () => {
      const [row] = await database.sql<{ outline: string | null; body: string | null }[]>`
        select outline, body from payloads where hash = ${hash}`;
      return row;
    };
    const before = await stored();
    expect(before?.body).toBeNull();
    expect(before?.outline).toContain('"count":20000');
    await database.sql`update payloads set outline = null where hash = ${hash}`;
    expect(await read(routes.entries({ at: '0', limit: '1' }))).toMatchObject({ count: 20_000 });
    expect((await stored())?.outline).toBe(before?.outline);
  });
});

describe('a part of a value', () => {
  it.each(Object.entries(routes))('is only for the runs that have the value, by %s', async (_, call) => {
    expect((await call({ id: otherRunId })).status).toBe(404);
    expect((await call({ id: 'run_none' })).status).toBe(404);
    expect((await call({ hash: createHash('sha256').update('x').digest('hex') })).status).toBe(404);
    expect((await call({}, { host: 'evil.example' })).status).toBe(403);
  });

  it.each(['entries', 'part'] as const)('must exist, by %s', async (route) => {
    for (const at of ['3', '0.20000', '0.0.0.0', '9999999999'])
      expect((await routes[route]({ at })).status, at).toBe(404);
    for (const at of ['rows', '0.', '-1', '0..1', '../0'])
      expect((await routes[route]({ at })).status, at).toBe(400);
  });

  it('is not found by names that lead out of a folder', async () => {
    for (const name of HOSTILE_NAMES.filter((each) => each !== ''))
      for (const call of Object.values(routes))
        expect([400, 404], JSON.stringify(name)).toContain((await call({ hash: name })).status);
  });
});
