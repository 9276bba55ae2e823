import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPipelinesInput } from '@/lib/contracts/pipeline-list';
import type { App } from '../../compose';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
});

afterAll(() => app.close());

const create = async (name: string) =>
  (await app.pipelines.create({ text: JSON.stringify({ name, steps: [] }) })).id;
const names = async (input: ListPipelinesInput) =>
  (await app.pipelines.page(input)).pipelines.map(({ name }) => name);

/** Reads a list page by page. */
async function readAll(input: ListPipelinesInput): Promise<string[]> {
  const found: string[] = [];
  let before: string | undefined;
  do {
    const page = await app.pipelines.page({ ...input, ...(before === undefined ? {} : { before }) });
    found.push(...page.pipelines.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

describe('the organisation of pipelines', () => {
  it('sets folder, tags and pin one by one, without a new version, and audits changes only', async () => {
    const id = await create('Sorted');
    await app.pipelines.organise({ id, folder: ' Billing ', tags: ['daily', 'daily', 'eu'] });
    await app.pipelines.organise({ id, pinned: true });
    await app.pipelines.organise({ id, pinned: true });
    const { pipelines } = await app.pipelines.page({ folder: 'Billing' });
    expect(pipelines).toMatchObject([
      { id, folder: 'Billing', tags: ['daily', 'eu'], pinned: true, version: 1 },
    ]);
    const { events } = await app.audit.list({ action: 'pipeline.organised', subject: id });
    expect(events.map(({ details }) => details)).toEqual([
      { folder: 'Billing', tags: ['daily', 'eu'], pinned: true },
      { folder: 'Billing', tags: ['daily', 'eu'], pinned: false },
    ]);
    await app.pipelines.organise({ id, folder: null, tags: [], pinned: false });
    expect(await names({ folder: 'Billing' })).toEqual([]);
  });

  it('refuses a missing pipeline and tags that cannot be shown', async () => {
    await expect(app.pipelines.organise({ id: 'none', pinned: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    const id = await create('Refused');
    await expect(app.pipelines.organise({ id, tags: ['a,b'] })).rejects.toThrow('must not contain a comma');
    await expect(app.pipelines.organise({ id, folder: '  ' })).rejects.toThrow('Enter a folder.');
  });

  it('keeps the folder and the tags of a pipeline in its copy', async () => {
    const id = await create('Original');
    await app.pipelines.organise({ id, folder: 'Copies', tags: ['x'], pinned: true });
    const copy = await app.pipelines.duplicate({ id });
    const { pipelines } = await app.pipelines.page({ folder: 'Copies', sort: 'name' });
    expect(pipelines.map(({ id: each, tags, pinned }) => [each, tags, pinned])).toEqual([
      [id, ['x'], true],
      [copy.id, ['x'], false],
    ]);
  });
});

describe('the list of pipelines', () => {
  it('finds every word in name and description, ignoring case and accents', async () => {
    await create('Café prices');
    await app.pipelines.create({
      text: JSON.stringify({ name: 'Rates', description: 'Prices of CAFÉS 100%', steps: [] }),
    });
    expect((await names({ q: 'cafe prices' })).toSorted()).toEqual(['Café prices', 'Rates']);
    expect(await names({ q: '100% café' })).toEqual(['Rates']);
    expect(await names({ q: 'café_' })).toEqual([]);
  });

  it('selects by the status of the newest run, and counts by it', async () => {
    const good = await startSteps(app, [{ id: 'a', action: 'log', params: { message: 'x' } }]);
    const bad = await startSteps(app, [{ id: 'a', action: 'fail', params: { message: 'x' } }]);
    const never = await create('Status never');
    await Promise.all([untilEnded(app, good.id), untilEnded(app, bad.id)]);
    for (const id of [good.pipelineId, bad.pipelineId, never]) {
      await app.pipelines.organise({ id, tags: ['status'] });
    }
    const ids = async (status: ListPipelinesInput['status']) =>
      (await app.pipelines.page({ tag: 'status', status })).pipelines.map(({ id }) => id);
    expect(await ids('failed')).toEqual([bad.pipelineId]);
    expect(await ids('completed')).toEqual([good.pipelineId]);
    expect(await ids('never')).toEqual([never]);
    const counts = await app.pipelines.count({ tag: 'status' });
    expect(counts.statuses).toMatchObject({ failed: 1, completed: 1, never: 1, running: 0 });
    expect(counts.tags).toContainEqual({ name: 'status', count: 3 });
    expect(counts.total).toBe((await app.pipelines.list()).length);
    const [first] = (await app.pipelines.page({ tag: 'status', sort: 'last_run' })).pipelines;
    expect(first?.id).not.toBe(never);
  });

  it.each(['changed', 'name', 'last_run'] as const)(
    'lists 10,000 pipelines by %s in pages, each once, in one order, pinned ones first',
    async (sort) => {
      await database.sql`
        with made as (
          insert into pipelines (id, name, version, tags, pinned)
          select ${sort} || '_' || n, 'Many ' || (n * 7919) % 5000, 1, array['many_' || ${sort}], n % 2000 = 0
          from generate_series(1, 10000) n returning id)
        insert into pipeline_drafts (pipeline_id, revision, document, hash, step_count, problem_count, updated_at)
        select id, 1, '{}', '', 0, 0, now() - length(id) * interval '1 day' from made`;
      const tag = `many_${sort}`;
      const all = (await app.pipelines.page({ tag, sort })).pipelines;
      expect(all).toHaveLength(10_000);
      expect(all.slice(0, 5).every(({ pinned }) => pinned)).toBe(true);
      expect(all.slice(5).some(({ pinned }) => pinned)).toBe(false);
      expect((await app.pipelines.count({ tag })).statuses.never).toBe(10_000);
      const head: string[] = [];
      let before: string | undefined;
      for (let page = 0; page < 3; page += 1) {
        const { pipelines, next } = await app.pipelines.page({
          ...{ tag, sort, limit: 200 },
          ...(before === undefined ? {} : { before }),
        });
        head.push(...pipelines.map(({ id }) => id));
        before = next ?? undefined;
      }
      expect(head).toEqual(all.slice(0, 600).map(({ id }) => id));
    },
  );

  it('ends after the last page, and refuses a cursor of another order', async () => {
    for (const name of ['P1', 'P2', 'P3', 'P4']) {
      await app.pipelines.organise({ id: await create(name), tags: ['paged'] });
    }
    expect(await readAll({ tag: 'paged', sort: 'name', limit: 2 })).toHaveLength(4);
    const { next } = await app.pipelines.page({ tag: 'paged', sort: 'name', limit: 2 });
    await expect(app.pipelines.page({ before: next ?? '' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(app.pipelines.page({ before: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' });
  });
});
