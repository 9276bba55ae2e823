import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { Conflict, Invalid, NotFound, TooLarge } from '../errors';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase(), { config: { runsWorker: false } });
});

afterAll(() => app.close());

const LOG = { id: 'hello', action: 'log', params: { message: 'Hello' } };
const text = (document: object) => JSON.stringify(document);

describe('pipelines', () => {
  it('creates an empty pipeline with the given name', async () => {
    const { id, version } = await app.pipelines.create({ name: 'Fresh' });
    expect(version).toBe(1);
    expect(await app.pipelines.get({ id })).toMatchObject({
      name: 'Fresh',
      text: '{\n  "name": "Fresh",\n  "steps": []\n}\n',
    });
  });

  it('imports a bare list of steps', async () => {
    const { id } = await app.pipelines.create({ text: text([LOG]) });
    const stored = await app.pipelines.get({ id });
    expect(JSON.parse(stored.text)).toMatchObject({ name: 'Untitled pipeline', steps: [LOG] });
  });

  it('numbers pipelines without a name, and uses the numbers of deleted ones again', async () => {
    const nameOf = async ({ id }: { id: string }) => (await app.pipelines.get({ id })).name;
    const [first, second] = [await app.pipelines.create({}), await app.pipelines.create({})];
    const names = await Promise.all([first, second].map(nameOf));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^Untitled pipeline( [0-9]+)?$/);
    await app.pipelines.remove({ id: second.id });
    expect(await nameOf(await app.pipelines.create({ text: text([LOG]) }))).toBe(names[1]);
    expect(await nameOf(await app.pipelines.create({ text: text({ name: 'Own', steps: [] }) }))).toBe('Own');
  });

  it.each(['{', '[1]', '{"steps": 3}', '"x"', '{"name": "no steps"}'])('refuses %s', async (bad) => {
    await expect(app.pipelines.create({ text: bad })).rejects.toThrow(Invalid);
  });

  it('refuses more than 10 MB with both sizes', async () => {
    const large = text({ steps: [], description: 'x'.repeat(11 * 1024 * 1024) });
    await expect(app.pipelines.create({ text: large })).rejects.toThrow(TooLarge);
    await expect(app.pipelines.create({ text: large })).rejects.toThrow('11.0 MB. The limit is 10.0 MB');
  });

  it('refuses more steps than allowed with both numbers, before it parses them', async () => {
    const steps = Array.from({ length: 2001 }, () => 'not even a step');
    const refused = await app.pipelines.create({ text: text(steps) }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Invalid);
    expect(refused).toMatchObject({ message: expect.stringMatching(/2,001 steps. The limit is 2,000/) });
  });

  it('opens a stored pipeline of too many steps, and runs it once it is reduced', async () => {
    const database = await createTestDatabase();
    const steps = (count: number) => Array.from({ length: count }, (_, n) => ({ ...LOG, id: `s${n}` }));
    const before = await openTestApp(database.openAgain(), { config: { runsWorker: false, maxSteps: 5 } });
    const { id } = await before.pipelines.create({ text: text({ name: 'Large', steps: steps(5) }) });
    await before.close();
    const strict = await openTestApp(database, { config: { runsWorker: false, maxSteps: 3 } });
    try {
      expect(JSON.parse((await strict.pipelines.get({ id })).text).steps).toHaveLength(5);
      const run = await strict.runs.start({ pipelineId: id }).catch((error: unknown) => error);
      expect(run).toMatchObject({
        code: 'invalid',
        details: [{ code: 'too_many_steps', severity: 'error' }],
      });
      const save = (count: number, baseVersion: number) =>
        strict.pipelines.save({ id, text: text({ name: 'Large', steps: steps(count) }), baseVersion });
      await expect(save(6, 1)).rejects.toThrow(/6 steps. The limit is 5/);
      await strict.pipelines.rename({ id, name: 'Still large' });
      expect(await save(4, 2)).toMatchObject({ version: 3 });
      await expect(save(5, 3)).rejects.toThrow(/5 steps. The limit is 4/);
      expect(await save(3, 3)).toMatchObject({ version: 4 });
      expect(await strict.runs.start({ pipelineId: id })).toMatchObject({ number: 1 });
    } finally {
      await strict.close();
    }
  });

  it('keeps key order, unknown keys and spellings of a text of several MB', async () => {
    const step = {
      params: { message: 'é'.repeat(2_000_000), zz: 1, aa: 2 },
      action: 'log',
      id: 'a',
      x_unknown: [1],
    };
    const document = { zeta: 1, steps: [step], name: 'Order', alpha: { b: 1, a: 2 } };
    const { id } = await app.pipelines.create({ text: text(document) });
    expect((await app.pipelines.get({ id })).text).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it('saves a draft with problems and counts them', async () => {
    const { id } = await app.pipelines.create({ name: 'Draft' });
    const draft = { name: 'Draft', steps: [LOG, { id: 'odd', action: 'no_such_action' }] };
    const saved = await app.pipelines.save({ id, text: text(draft), baseVersion: 1 });
    expect(saved).toMatchObject({ version: 2, changed: true });
    const listed = (await app.pipelines.list()).find((each) => each.id === id);
    expect(listed).toMatchObject({ version: 2, stepCount: 2, problemCount: 1, recentRuns: [] });
  });

  it('makes no version of a text that did not change', async () => {
    const { id } = await app.pipelines.create({ text: text({ name: 'Same', steps: [LOG] }) });
    const saved = await app.pipelines.save({
      id,
      text: JSON.stringify({ name: 'Same', steps: [LOG] }, null, 7),
      baseVersion: 1,
    });
    expect(saved).toMatchObject({ version: 1, changed: false });
    expect(await app.pipelines.get({ id })).toMatchObject({ version: 1 });
  });

  it('returns the version that another tab saved first', async () => {
    const { id } = await app.pipelines.create({ name: 'Shared' });
    await app.pipelines.save({ id, text: text({ name: 'Theirs', steps: [] }), baseVersion: 1 });
    const mine = app.pipelines.save({ id, text: text({ name: 'Mine', steps: [] }), baseVersion: 1 });
    const error = await mine.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Conflict);
    expect(error).toMatchObject({
      details: { version: 2, text: expect.stringContaining('Theirs'), updatedAt: expect.any(String) },
    });
    expect((await app.pipelines.get({ id })).name).toBe('Theirs');
  });

  it('accepts exactly one of many concurrent saves', async () => {
    const { id } = await app.pipelines.create({ name: 'Race' });
    const saves = Array.from({ length: 8 }, (_, n) =>
      app.pipelines.save({ id, text: text({ name: `Tab ${n}`, steps: [] }), baseVersion: 1 }),
    );
    const settled = await Promise.allSettled(saves);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await app.pipelines.get({ id })).version).toBe(2);
  });

  it('renames a pipeline in its document', async () => {
    const { id } = await app.pipelines.create({ text: text({ steps: [LOG], name: 'Old' }) });
    await app.pipelines.rename({ id, name: 'New' });
    const stored = await app.pipelines.get({ id });
    expect(stored).toMatchObject({ name: 'New', version: 2 });
    expect(Object.keys(JSON.parse(stored.text))).toEqual(['steps', 'name']);
  });

  it('copies the current text under another name', async () => {
    const { id } = await app.pipelines.create({ text: text({ name: 'Source', steps: [LOG] }) });
    const copy = await app.pipelines.duplicate({ id });
    expect(await app.pipelines.get({ id: copy.id })).toMatchObject({ name: 'Source (copy)', version: 1 });
  });

  it('hides a deleted pipeline but keeps its runs', async () => {
    const { id } = await app.pipelines.create({ text: text({ name: 'Gone', steps: [LOG] }) });
    const run = await app.runs.start({ pipelineId: id });
    await app.pipelines.remove({ id });
    await expect(app.pipelines.get({ id })).rejects.toThrow(NotFound);
    await expect(app.pipelines.remove({ id })).rejects.toThrow(NotFound);
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(NotFound);
    expect((await app.pipelines.list()).map((each) => each.id)).not.toContain(id);
    expect(await app.runs.get({ id: run.id })).toMatchObject({ pipelineName: 'Gone', number: 1 });
  });
});

describe('starting runs', () => {
  it('refuses a pipeline with problems, with the problems', async () => {
    const { id } = await app.pipelines.create({ text: text([{ id: 'odd', action: 'no_such_action' }]) });
    const error = await app.runs.start({ pipelineId: id }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Invalid);
    expect(error).toMatchObject({ details: [{ code: 'unknown_action', severity: 'error', step: 'odd' }] });
  });

  it('converts params and refuses those that do not fit', async () => {
    const document = { steps: [LOG], params: { count: { type: 'integer', required: true } } };
    const { id } = await app.pipelines.create({ text: text(document) });
    const { id: runId } = await app.runs.start({ pipelineId: id, params: { count: '3' } });
    expect((await app.runs.get({ id: runId })).params).toEqual({ count: 3 });
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(Invalid);
    await expect(app.runs.start({ pipelineId: id, params: { count: 'many' } })).rejects.toThrow(Invalid);
  });

  it('numbers the runs of a pipeline without gaps, and shows the last 24', async () => {
    const { id } = await app.pipelines.create({ text: text([LOG]) });
    const runs = await Promise.all(Array.from({ length: 30 }, () => app.runs.start({ pipelineId: id })));
    expect(runs.map(({ number }) => number).sort((a, b) => a - b)).toEqual(runs.map((_, n) => n + 1));
    const listed = (await app.pipelines.list()).find((each) => each.id === id);
    expect(listed?.recentRuns.map(({ number }) => number)).toEqual(
      Array.from({ length: 24 }, (_, n) => 30 - n),
    );
  });

  it('pages through runs, newest first, each once', async () => {
    const { id } = await app.pipelines.create({ text: text([LOG]) });
    for (let n = 0; n < 7; n += 1) await app.runs.start({ pipelineId: id });
    const seen: number[] = [];
    let before: string | undefined;
    do {
      const page = await app.runs.list({
        pipeline: id,
        limit: 3,
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.runs.map(({ number }) => number));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect((await app.runs.list({ pipeline: id, status: 'completed' })).runs).toEqual([]);
  });

  it('returns the record of a run that a page starts', async () => {
    const { id } = await app.pipelines.create({ text: text({ name: 'Shown', steps: [LOG] }) });
    const started = await app.runs.startShown({ pipelineId: id });
    expect(started).toMatchObject({
      number: 1,
      version: 1,
      detail: { pipelineName: 'Shown', status: 'pending' },
    });
    const { detail } = await app.runs.rerun({ id: started.id, definition: 'original' });
    expect(await app.runs.get({ id: detail.id })).toEqual(detail);
  });

  it('repeats a run with the version that ran, or the current one', async () => {
    const { id } = await app.pipelines.create({ text: text({ name: 'Again', steps: [LOG] }) });
    const first = await app.runs.start({ pipelineId: id });
    const edited = { name: 'Again', steps: [LOG, { ...LOG, id: 'more' }] };
    await app.pipelines.save({ id, text: text(edited), baseVersion: 1 });
    const original = await app.runs.rerun({ id: first.id, definition: 'original' });
    const current = await app.runs.rerun({ id: first.id, definition: 'current' });
    expect(await app.runs.get({ id: original.id })).toMatchObject({
      version: 1,
      trigger: 'rerun',
      parentRunId: first.id,
      parentNumber: 1,
    });
    expect(JSON.parse((await app.runs.get({ id: current.id })).documentText).steps).toHaveLength(2);
  });
});
