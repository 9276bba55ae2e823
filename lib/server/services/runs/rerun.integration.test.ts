import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foldEvents, type PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { sweepRuns } from '../../retention/sweep-runs';
import { loadEvents } from '../../store/load';
import { openTestApp, untilDigested, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const SECRET = 'hunter2-is-the-value';
const LARGE = 'x'.repeat(20_000);

/** `data` returns a large value and `report` a file; `announce` fails until the service is fixed. */
const steps: PipelineDocument['steps'] = [
  { id: 'data', action: 'http_request', params: { url: 'https://data.example.org' } },
  {
    id: 'report',
    action: 'http_request',
    params: { url: 'https://report.example.org', response_format: 'file' },
  },
  {
    id: 'announce',
    action: 'http_request',
    params: {
      url: 'https://{{params.host}}/releases',
      method: 'POST',
      headers: { authorization: '{{secrets.key}}' },
      body: { text: '{{steps.data.output.response_body}}' },
      expect_status: '2xx',
    },
    depends_on: ['report'],
  },
  { id: 'done', action: 'log', params: { message: 'done' }, depends_on: ['announce'] },
];

let database: TestDatabase;
let app: App;
let asked: string[];
let isFixed: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  asked = [];
  isFixed = false;
  const http = fakeHttp(({ method, url }) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST') return { status: isFixed ? 200 : 503 };
    return { status: 200, body: LARGE, headers: { 'content-type': 'text/plain' } };
  });
  app = await openTestApp(database.openAgain(), {
    config: { databaseUrl: 'postgres://elsewhere' },
    adapters: { http },
  });
});

afterEach(() => app.close());
afterAll(() => database.close());

async function create(more: Partial<PipelineDocument> = {}) {
  const names = await app.secrets.names();
  if (names.length === 0) await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
  const params = { host: { type: 'string', default: 'api.example.org' } };
  const document = { name: 'Release', params, steps, ...more };
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

async function failedRun(more: Partial<PipelineDocument> = {}) {
  const { id } = await app.runs.start({ pipelineId: await create(more) });
  const run = await untilEnded(app, id);
  expect(run.status).toBe('failed');
  asked.length = 0;
  return run;
}

async function rows(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select (select count(*) from runs) + (select count(*) from run_events) + (select count(*) from audit_events) as count`;
  return Number(row?.count);
}

describe('the plan of a re-run', () => {
  it('opens no connection, writes nothing and has no value of a secret', async () => {
    const { id } = await failedRun();
    const before = await rows();
    const plan = await app.runs.planRerun({ id, scope: 'from_failed' });
    expect(plan.steps.map(({ step, do: what }) => `${step} ${what}`)).toEqual([
      'data reuse',
      'report reuse',
      'announce execute',
      'done execute',
    ]);
    expect(plan.ledger).toMatchObject([
      { step: 'announce', text: '1 POST to api.example.org', repeats: true },
    ]);
    expect(await rows()).toBe(before);
    expect(asked).toEqual([]);
    expect(JSON.stringify(plan)).not.toContain(SECRET);
  });

  it('says what is wrong with a definition that no longer validates', async () => {
    const { id, pipelineId } = await failedRun();
    const draft = await app.pipelines.get({ id: pipelineId });
    const document = { ...JSON.parse(draft.text), steps: [{ id: 'a', action: 'no_such_action' }] };
    await app.pipelines.save({ id: pipelineId, text: JSON.stringify(document), baseVersion: 1 });
    await expect(app.runs.planRerun({ id, definition: 'current' })).rejects.toThrow(
      /cannot be repeated, because this definition has problems.*no_such_action/,
    );
  });

  it('says that a step is gone', async () => {
    const { id } = await failedRun();
    const plan = await app.runs.planRerun({ id, scope: 'from', step: 'gone' });
    expect(plan.problem).toContain('The definition has no step gone.');
    await expect(app.runs.submitRerun({ id, scope: 'from', step: 'gone' })).rejects.toThrow(/no step gone/);
  });

  it('executes a step whose file has expired', async () => {
    const { id } = await failedRun();
    await database.sql`update files set expired_at = now() where run_id = ${id}`;
    const plan = await app.runs.planRerun({ id, scope: 'from_failed' });
    expect(plan.steps[1]).toMatchObject({ step: 'report', do: 'execute', reason: 'expired' });
  });
});

describe('a re-run', () => {
  it('executes what its plan says, fixes the run, and is audited with its family', async () => {
    const original = await failedRun();
    isFixed = true;
    const { key } = await app.runs.planRerun({ id: original.id, scope: 'from_failed' });
    const started = await app.runs.submitRerun({ id: original.id, scope: 'from_failed', plan: key });
    expect((await untilEnded(app, started.id)).status).toBe('completed');
    expect(asked).toEqual(['POST https://api.example.org/releases']);
    expect((await app.runs.get({ id: original.id })).fixedBy).toEqual({ id: started.id, number: 2 });
    const { runs: listed } = await app.runs.list({ pipeline: original.pipelineId });
    expect(listed.map(({ fixedBy }) => fixedBy?.number)).toEqual([undefined, 2]);
    const family = await app.runs.family({ id: started.id });
    expect(family.runs).toMatchObject([
      { id: original.id, number: 1, scope: null, parentRunId: null },
      { id: started.id, number: 2, scope: 'from_failed', parentRunId: original.id },
    ]);
    const { events } = await app.audit.list({ subject: started.id });
    expect(events.at(-1)).toMatchObject({
      action: 'run.rerun',
      details: { parent_run_id: original.id, rerun: { scope: 'from_failed' } },
    });
    const state = foldEvents(await loadEvents(database.sql, started.id));
    expect(state.steps.get('data')?.reusedFrom).toBe(original.id);
    expect(state.steps.get('announce')?.reusedFrom).toBeUndefined();
  });

  it('keeps its values and files when the original is deleted', async () => {
    const original = await failedRun();
    isFixed = true;
    const { id } = await app.runs.submitRerun({ id: original.id, scope: 'from_failed' });
    await untilEnded(app, id);
    await untilDigested(database.sql, [original.id, id]);
    await database.sql`update runs set created_at = created_at - interval '100 days', finished_at = finished_at - interval '100 days' where id = ${original.id}`;
    await database.sql`update payloads set created_at = now() - interval '2 hours'`;
    const never = new AbortController().signal;
    await sweepRuns({ sql: database.sql, keep: { days: 90, count: 10_000 }, keepVersions: 50 }, never);
    await expect(app.runs.get({ id: original.id })).rejects.toMatchObject({ code: 'not_found' });
    const output = foldEvents(await loadEvents(database.sql, id)).steps.get('data')?.output;
    const hash = output && 'ref' in output ? output.ref : '';
    expect((await app.runs.payload({ id, hash })).body).toContain(LARGE);
    const { files } = await app.files.list({ runId: id });
    expect(files).toMatchObject([{ step: 'report', expiredAt: null }]);
    expect((await app.runs.family({ id })).runs.map((run) => run.id)).toEqual([id]);
  });

  it('is refused while a destructive step is not confirmed, and when its plan has changed', async () => {
    const remove = { id: 'remove', action: 'model_delete', params: { model_id: 'canary' } };
    const original = await failedRun({ steps: [...steps, { ...remove, depends_on: ['announce'] }] });
    const rerun = { id: original.id, scope: 'from_failed' as const };
    await expect(app.runs.submitRerun(rerun)).rejects.toThrow(
      'The re-run may have effects that cannot be undone: remove (Delete model canary). Confirm these steps to start the re-run.',
    );
    const stale = app.runs.submitRerun({ ...rerun, confirmed: ['remove'], plan: 'other' });
    await expect(stale).rejects.toMatchObject({ code: 'conflict' });
    const started = await app.runs.submitRerun({ ...rerun, confirmed: ['remove'] });
    expect(started.number).toBe(2);
    await untilEnded(app, started.id);
  });

  it('executes a step with edited inputs', async () => {
    const original = await failedRun();
    isFixed = true;
    const inputs = { announce: { url: 'https://other.example.org/releases' } };
    const { id } = await app.runs.submitRerun({ id: original.id, scope: 'from_failed', inputs });
    expect((await untilEnded(app, id)).status).toBe('completed');
    expect(asked).toEqual(['POST https://other.example.org/releases']);
  });
});
