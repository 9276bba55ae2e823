import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json, PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { diffOfRuns } from './diff';
import { diffOfStep } from './diff-step';

const SECRET = 'hunter2-is-the-value';

const document: PipelineDocument = {
  name: 'Compared',
  params: { greeting: { type: 'string', default: 'hello' } },
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: { url: 'https://data.example.org', headers: { authorization: '{{secrets.key}}' } },
    },
    {
      id: 'count',
      action: 'set_output',
      params: { key: 'count', value: '{{steps.fetch.output.response_body.count}}' },
    },
    { id: 'say', action: 'log', params: { message: '{{params.greeting}}' } },
  ],
};

let database: TestDatabase;
let app: App;
let body: Json;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(() => ({ status: 200, body }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
});

beforeEach(() => {
  body = { count: 1, items: ['a', 'b'] };
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function pipeline(text: PipelineDocument = document): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify(text) })).id;
}

async function run(pipelineId: string, params: Record<string, string> = {}): Promise<string> {
  const { id } = await app.runs.start({ pipelineId, params });
  await untilEnded(app, id);
  return id;
}

describe('the comparison of two runs', () => {
  it('names the step where the outside answered differently, what follows, and what differs', async () => {
    const id = await pipeline();
    const base = await run(id);
    body = { count: 2, items: ['a', 'x', 'b'] };
    const next = await run(id);
    const diff = await diffOfRuns(app.context, { id: next, base });
    expect(diff).toMatchObject({ first: 'fetch', outputs: [{ name: 'count', kind: 'changed' }] });
    expect(diff.params.total).toBe(0);
    expect(diff.steps.map(({ step, cause, from }) => [step, cause, from])).toEqual([
      ['fetch', 'outside', null],
      ['say', null, null],
      ['count', 'upstream', 'fetch'],
    ]);
    const output = await diffOfStep(app.context, { id: next, base, step: 'fetch', part: 'output' });
    expect(output.changes).toEqual([
      { kind: 'changed', path: ['response_body', 'count'], base: { value: 1 }, run: { value: 2 } },
      { kind: 'added', path: ['response_body', 'items', 1], base: null, run: { value: 'x' } },
    ]);
  });

  it('names the param that was changed, and an edited definition', async () => {
    const id = await pipeline();
    const base = await run(id);
    const changed = await run(id, { greeting: 'goodbye' });
    const diff = await diffOfRuns(app.context, { id: changed, base });
    expect(diff.first).toBe('say');
    expect(diff.params.changes).toEqual([
      { kind: 'changed', path: ['greeting'], base: { value: 'hello' }, run: { value: 'goodbye' } },
    ]);
    expect(diff.steps.find(({ step }) => step === 'say')?.text).toBe(
      'It reads a run parameter that has another value.',
    );
  });

  it('compares large values by their hashes, and in detail only one step at a time', async () => {
    const id = await pipeline();
    body = { count: 1, text: 'x'.repeat(50_000) };
    const base = await run(id);
    const same = await run(id);
    body = { count: 1, text: 'y'.repeat(50_000) };
    const other = await run(id);
    expect((await diffOfRuns(app.context, { id: same, base })).first).toBeNull();
    expect((await diffOfRuns(app.context, { id: other, base })).first).toBe('fetch');
    const { changes } = await diffOfStep(app.context, { id: other, base, step: 'fetch', part: 'output' });
    expect(changes).toMatchObject([{ path: ['response_body', 'text'], base: { bytes: 50_002 } }]);
  });

  it('finds what differs in outputs of megabytes', async () => {
    const id = await pipeline();
    const items = Array.from({ length: 40_000 }, (_, index) => ({ index, name: 'a name of an item' }));
    body = { count: 1, items };
    const base = await run(id);
    body = {
      count: 1,
      items: items.map((item) => (item.index === 30_000 ? { ...item, name: 'new' } : item)),
    };
    const other = await run(id);
    expect(await diffOfStep(app.context, { id: other, base, step: 'fetch', part: 'output' })).toEqual({
      changes: [
        {
          ...{ kind: 'changed', path: ['response_body', 'items', 30_000, 'name'] },
          ...{ base: { value: 'a name of an item' }, run: { value: 'new' } },
        },
      ],
      ...{ total: 1, problem: null },
    });
  });

  it('has texts of several lines up to 64 kB, so that their lines are compared', async () => {
    const id = await pipeline();
    const lines = 'a line of a report\n'.repeat(1000);
    body = { count: 1, text: lines };
    const base = await run(id);
    body = { count: 1, text: `${lines}and one more` };
    const other = await run(id);
    const { changes } = await diffOfStep(app.context, { id: other, base, step: 'fetch', part: 'output' });
    expect(changes).toMatchObject([{ path: ['response_body', 'text'], base: { value: lines } }]);
  });

  it('contains no value of a secret', async () => {
    const id = await pipeline();
    const base = await run(id);
    const next = await run(id, { greeting: 'other' });
    const parts = [
      await diffOfRuns(app.context, { id: next, base }),
      await diffOfStep(app.context, { id: next, base, step: 'fetch', part: 'inputs' }),
      await diffOfStep(app.context, { id: next, base, step: 'fetch', part: 'definition' }),
    ];
    expect(JSON.stringify(parts)).not.toContain(SECRET);
  });

  it('is refused with a sentence for runs of two pipelines, a missing run and a missing step', async () => {
    const [one, other] = [await run(await pipeline()), await run(await pipeline())];
    await expect(diffOfRuns(app.context, { id: one, base: other })).rejects.toThrow(
      'Compare runs of one pipeline.',
    );
    await expect(diffOfRuns(app.context, { id: one, base: 'run_none' })).rejects.toThrow(/does not exist/);
    const step = { id: one, base: one, step: 'gone', part: 'output' } as const;
    await expect(diffOfStep(app.context, step)).rejects.toThrow('has a step gone. Check its id.');
  });
});
