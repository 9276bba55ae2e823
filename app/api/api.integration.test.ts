import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineEndpoints as pipelines } from '@/lib/contracts/endpoints/pipelines';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { runEndpoints as runs } from '@/lib/contracts/endpoints/runs';
import { systemEndpoints as system } from '@/lib/contracts/endpoints/system';
import { triggerEndpoints as triggers } from '@/lib/contracts/endpoints/triggers';
import { describeApi } from '@/lib/contracts/openapi';
import { saveConflictSchema } from '@/lib/contracts/pipelines';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { App } from '@/lib/server';
import { VERSION } from '@/lib/server/release';
import { openTestApp, untilEnded } from '@/lib/server/testing/app';
import { createTestDatabase } from '@/lib/server/testing/database';
import { accepted, callRoute, sendRequest, serveApp } from './testing/call-route';

let app: App;
let pipelineId: string;
const text = (name: string, message = 'a') =>
  JSON.stringify({ name, steps: [{ id: 'a', action: 'log', params: { message } }] });

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
  serveApp(app);
  pipelineId = (await app.pipelines.create({ text: text('Nightly') })).id;
});

afterAll(() => app.close());

async function addSchedule() {
  const config = { kind: 'interval', every_seconds: 3600 };
  const trigger = { type: 'schedule', name: 'Hourly', config };
  return app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
}

describe('pipelines over HTTP', () => {
  it('are created, read, saved and listed', async () => {
    const created = await callRoute(pipelines.create, { text: text('First'), name: 'Renamed' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const first = await accepted(pipelines.get, { id });
    expect(first).toMatchObject({ id, name: 'Renamed', version: 1 });
    const saved = await accepted(pipelines.save, { id, text: text('Second'), baseVersion: 1 });
    expect(saved).toMatchObject({ version: 2, changed: true });
    expect((await accepted(pipelines.get, { id })).text).toBe(saved.text);
    const { pipelines: listed } = await accepted(pipelines.list, {});
    expect(listed.map(({ name }) => name)).toContain('Second');
  });

  it('are saved only on top of the version they were edited from', async () => {
    const { id } = await accepted(pipelines.create, { text: text('Shared') });
    await accepted(pipelines.save, { id, text: text('Shared', 'theirs'), baseVersion: 1 });
    const late = await callRoute(pipelines.save, { id, text: text('Shared', 'ours'), baseVersion: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { details } = late.body as unknown as { details: unknown };
    expect(saveConflictSchema.parse(details)).toMatchObject({
      version: 2,
      text: expect.stringContaining('theirs'),
    });
    expect((await accepted(pipelines.get, { id })).text).toContain('theirs');
  });

  it('list their versions, newest first and page by page', async () => {
    const { id } = await accepted(pipelines.create, { text: text('Versioned') });
    await accepted(pipelines.save, { id, text: text('Versioned', 'b'), baseVersion: 1 });
    await accepted(pipelines.save, { id, text: text('Versioned', 'c'), baseVersion: 2 });
    const first = await accepted(pipelines.versions, { id, limit: 2 });
    expect(first.versions.map(({ version }) => version)).toEqual([3, 2]);
    const second = await accepted(pipelines.versions, { id, before: first.next });
    expect(second).toMatchObject({ versions: [{ version: 1, stepCount: 1, problemCount: 0 }], next: null });
    expect((await callRoute(pipelines.versions, { id: 'pl_none' })).status).toBe(404);
  });

  it('are validated without being stored', async () => {
    const before = (await accepted(pipelines.list, {})).pipelines.length;
    expect(await accepted(pipelines.validate, { text: text('Valid') })).toEqual({ diagnostics: [] });
    const steps = [{ id: 'a', action: 'http_request', params: {} }];
    const { diagnostics } = await accepted(pipelines.validate, {
      text: JSON.stringify({ name: 'x', steps }),
    });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'missing_parameter', severity: 'error', step: 'a' }),
    );
    expect((await callRoute(pipelines.validate, { text: '{' })).status).toBe(400);
    expect((await accepted(pipelines.list, {})).pipelines).toHaveLength(before);
  });

  it('are refused with a sentence when the request is invalid', async () => {
    const unknown = { text: text('x'), definiton: 1 };
    expect(await callRoute(pipelines.create, unknown)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: expect.stringContaining('"definiton"') },
    });
    const save = { id: pipelineId, text: text('x'), baseVersion: 0 };
    expect((await callRoute(pipelines.save, save)).status).toBe(400);
    expect((await callRoute(pipelines.save, { ...save, id: 'pl_none', baseVersion: 1 })).status).toBe(404);
    expect((await callRoute(pipelines.get, { id: 'pl_none' })).status).toBe(404);
    const large = { text: text('x', 'x'.repeat(21 * 1024 * 1024)) };
    expect((await callRoute(pipelines.create, large)).status).toBe(413);
  });

  it.each([
    ['from a page of another site', { origin: 'http://evil.example' }, 403],
    ['for another host', { host: 'evil.example' }, 403],
    ['without JSON as its type', { 'content-type': 'text/plain', origin: 'http://localhost:3000' }, 400],
  ])('are not changed by a request %s', async (_, headers, status) => {
    const sent = await callRoute(pipelines.create, { text: text('Stranger') }, headers);
    expect(sent.status).toBe(status);
    const { pipelines: listed } = await accepted(pipelines.list, {});
    expect(listed.map(({ name }) => name)).not.toContain('Stranger');
  });
});

describe('triggers over HTTP', () => {
  it('are listed, read, and show their deliveries', async () => {
    const { id } = await addSchedule();
    const { triggers: listed } = await accepted(triggers.list, { pipelineId });
    expect(listed.map((trigger) => trigger.id)).toContain(id);
    expect(await accepted(triggers.get, { id })).toMatchObject({ id, name: 'Hourly', enabled: true });
    expect(await accepted(triggers.deliveries, { triggerId: id })).toEqual({ deliveries: [], next: null });
    expect((await callRoute(triggers.get, { id: 'none' })).status).toBe(404);
    expect((await callRoute(triggers.deliveries, { triggerId: 'none' })).status).toBe(404);
    expect((await callRoute(triggers.deliveries, { triggerId: id, limit: '1e2' })).status).toBe(400);
  });

  it('show when a schedule would be due, before it is stored', async () => {
    const config = { kind: 'cron', cron: '0 9 * * *' } as const;
    const { next } = await accepted(triggers.preview, { config, count: 3 });
    expect(next).toHaveLength(3);
    const never = { kind: 'cron', cron: '0 9 31 2 *' } as const;
    expect((await accepted(triggers.preview, { config: never })).problem).toEqual(expect.any(String));
    const wrong = { config: { ...config, extra: 1 } };
    expect((await callRoute(triggers.preview, wrong)).status).toBe(400);
  });
});

describe('runs over HTTP', () => {
  it('return what their endpoints describe', async () => {
    const started = await callRoute(runs.start, { pipelineId }, { 'idempotency-key': 'one' });
    expect(started.status).toBe(201);
    const { id } = started.body;
    await untilEnded(app, id);
    expect((await callRoute(runs.start, { pipelineId }, { 'idempotency-key': 'one' })).status).toBe(200);
    expect((await accepted(runs.list, { pipeline: pipelineId, limit: '1' })).runs).toHaveLength(1);
    expect(await accepted(runs.get, { id })).toMatchObject({ id, status: 'completed' });
    expect((await accepted(runEventEndpoints.snapshot, { id })).events.length).toBeGreaterThan(1);
    expect(await accepted(runs.count, {})).toMatchObject({ completed: expect.any(Number) });
    expect(await accepted(runs.files, { runId: id })).toEqual({ files: [], next: null });
    expect(await accepted(runs.pin, { id })).toEqual({ id });
    expect(await accepted(runs.get, { id })).toMatchObject({ pinned: true });
    expect(await accepted(runs.unpin, { id })).toEqual({ id });
    expect((await callRoute(runs.iterations, { runId: id, step: 'a' })).status).toBe(404);
    expect(await accepted(pipelines.shapes, { pipelineId })).toHaveProperty('outputs.a');
    expect(await accepted(pipelines.samples, { pipelineId })).toHaveProperty('a');
    expect(await accepted(pipelines.export, { id: pipelineId })).toMatchObject({ name: 'Nightly' });
  });
});

describe('the params of a pipeline', () => {
  const params = (id: string) => accepted(pipelines.params, { id });

  it('are those that its next run declares, with the values of its newest run', async () => {
    const declaring = (declared: object) =>
      JSON.stringify({ ...JSON.parse(text('Declaring')), params: declared });
    const { id } = await accepted(pipelines.create, { text: declaring({ day: { type: 'string' } }) });
    expect(await params(id)).toEqual({ declared: { day: { type: 'string' } }, last: null, lastNumber: null });
    for (const day of ['monday', 'tuesday']) {
      const run = await callRoute(runs.start, { pipelineId: id, params: { day } });
      await untilEnded(app, run.body.id);
    }
    await accepted(pipelines.save, { id, text: declaring({ week: { type: 'integer' } }), baseVersion: 1 });
    expect(await params(id)).toEqual({
      declared: { week: { type: 'integer' } },
      last: { day: 'tuesday' },
      lastNumber: 2,
    });
    expect((await callRoute(pipelines.params, { id: 'none' })).status).toBe(404);
  });
});

describe('the last inputs of a step', () => {
  const inputs = (id: string, step = 'a') => accepted(pipelines.lastInputs, { pipelineId: id, step });

  it('are read from the newest run, including large values', async () => {
    const { id } = await accepted(pipelines.create, { text: text('Inputs', '{{params.m}}') });
    const declared = {
      name: 'Inputs',
      params: { m: { type: 'string' } },
      steps: [{ id: 'a', action: 'log', params: { message: '{{params.m}}' } }],
    };
    await accepted(pipelines.save, { id, text: JSON.stringify(declared), baseVersion: 1 });
    expect(await inputs(id)).toEqual({ run: null, inputs: null, attempts: 0, loop: null });
    for (const m of ['first', 'x'.repeat(40_000)]) {
      const run = await callRoute(runs.start, { pipelineId: id, params: { m } });
      await untilEnded(app, run.body.id);
      const newest = await inputs(id);
      expect(newest.run).toMatchObject({ id: run.body.id });
      expect(newest.inputs).toMatchObject({ message: m });
    }
    expect((await inputs(id, 'b')).inputs).toBeNull();
  });

  it('are refused for a pipeline that does not exist', async () => {
    const answer = await callRoute(pipelines.lastInputs, { pipelineId: 'none', step: 'a' });
    expect(answer.status).toBe(404);
  });
});

describe('the installation over HTTP', () => {
  it('returns what its endpoints describe', async () => {
    expect(await accepted(system.openapi, {})).toEqual(describeApi(VERSION));
    const actions = await accepted(system.actions, {});
    expect(actions).toContainEqual(await accepted(system.action, { type: 'log' }));
    expect((await accepted(system.audit, { limit: '1' })).events).toHaveLength(1);
    expect(await accepted(system.health, {})).toMatchObject({ status: 'ok' });
    expect(await accepted(system.live, {})).toEqual({ status: 'ok' });
    expect(await accepted(system.ready, {})).toMatchObject({ status: 'ready' });
    expect((await accepted(system.workers, {})).workers).toHaveLength(1);
  });

  it('refuses an address that cannot be decoded', async () => {
    const request = new Request('http://localhost:3000/api/v1/runs/%ff', {
      headers: { host: 'localhost:3000' },
    });
    expect(await sendRequest(runs.get, request)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
