import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { Conflict, Invalid, NotFound } from '../errors';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database, { config: { databaseUrl: 'postgres://elsewhere' } });
});

afterAll(() => app.close());

const log = (message: string, id = 'a') => ({ id, action: 'log', params: { message } });
const text = (document: object) => JSON.stringify(document);

async function pipeline(document: object = { name: 'Drafted', steps: [log('one')] }): Promise<string> {
  return (await app.pipelines.create({ text: text(document) })).id;
}

function draft(id: string, document: object, baseRevision: number, keepReplaced = false) {
  return app.pipelines.saveDraft({ id, text: text(document), baseRevision, keepReplaced });
}

interface Row {
  version: number;
  origin: string;
  name: string | null;
  changes: object | null;
  document: string;
  layout: string | null;
}

async function versions(id: string): Promise<Row[]> {
  return database.sql<Row[]>`
    select version, origin, name, changes, document, layout from pipeline_versions
    where pipeline_id = ${id} order by version`;
}

const numbers = async (id: string) => (await versions(id)).map(({ version }) => version);

const EDITED = { name: 'Drafted', steps: [log('two')] };
const MOVED = { ...EDITED, layout: { steps: { a: { x: 40, y: 80 } } } };

describe('a draft', () => {
  it('is written by an autosave, which makes no version', async () => {
    const id = await pipeline();
    const saved = await draft(id, EDITED, 1);
    expect(saved).toMatchObject({ revision: 2, version: 1, edited: true });
    expect(await app.pipelines.get({ id })).toMatchObject({
      revision: 2,
      version: 1,
      edited: true,
      text: saved.text,
    });
    expect(await numbers(id)).toEqual([1]);
    const { events } = await app.audit.list({ subject: id, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual(['pipeline.created']);
  });

  it('names the pipeline in lists and counts its steps and problems', async () => {
    const id = await pipeline();
    await draft(id, { name: 'Renamed', steps: [log('x'), { id: 'odd', action: 'none_such' }] }, 1);
    const listed = (await app.pipelines.list()).find((each) => each.id === id);
    expect(listed).toMatchObject({ name: 'Renamed', version: 1, stepCount: 2, problemCount: 1 });
  });

  it('counts no problem of a pipeline without steps', async () => {
    const id = await pipeline({ name: 'New', steps: [] });
    const listed = (await app.pipelines.list()).find((each) => each.id === id);
    expect(listed).toMatchObject({ stepCount: 0, problemCount: 0 });
  });

  it('keeps its count of problems when cards are moved', async () => {
    const broken = { ...MOVED, steps: [{ id: 'odd', action: 'none_such' }] };
    const id = await pipeline({ ...broken, layout: undefined });
    await draft(id, broken, 1);
    const countOf = async () => (await app.pipelines.list()).find((each) => each.id === id)?.problemCount;
    expect(await countOf()).toBe(1);
    await draft(id, { ...broken, steps: [log('fixed')] }, 2);
    expect(await countOf()).toBe(0);
  });

  it('of an older revision is refused with the newer one', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const late = draft(id, { name: 'Late', steps: [] }, 1);
    await expect(late).rejects.toThrow(Conflict);
    await expect(late).rejects.toMatchObject({
      details: { revision: 2, version: 1, text: expect.stringContaining('two') },
    });
  });

  it('is written once by many identical requests', async () => {
    const id = await pipeline();
    const writes = Array.from({ length: 8 }, (_, n) => draft(id, { name: `Tab ${n}`, steps: [] }, 1));
    const settled = await Promise.allSettled(writes);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.pipelines.get({ id })).toMatchObject({ revision: 2, version: 1 });
  });

  it('that is overwritten on request becomes a version first', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const mine = { name: 'Mine', steps: [log('three')] };
    expect(await draft(id, mine, 2, true)).toMatchObject({ revision: 3, version: 2, edited: true });
    expect((await versions(id)).at(-1)).toMatchObject({ version: 2, origin: 'replaced' });
    expect((await versions(id)).at(-1)?.document).toContain('two');
  });

  it('that is edited back is the newest version again', async () => {
    const id = await pipeline(EDITED);
    await draft(id, { name: 'Drafted', steps: [] }, 1);
    expect(await draft(id, EDITED, 2)).toMatchObject({ edited: false, version: 1 });
  });

  it('of a deleted pipeline is refused', async () => {
    const id = await pipeline();
    await app.pipelines.remove({ id });
    await expect(draft(id, EDITED, 1)).rejects.toThrow(NotFound);
  });
});

describe('a version', () => {
  it('is made by a run of an edited draft, once, and the run is of it', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const first = await app.runs.start({ pipelineId: id });
    const second = await app.runs.start({ pipelineId: id, trigger: 'api' });
    expect([first.version, second.version]).toEqual([2, 2]);
    expect((await versions(id)).at(-1)).toMatchObject({
      origin: 'run',
      changes: { added: 0, removed: 0, changed: 1, keys: [] },
    });
    expect((await app.runs.get({ id: first.id })).documentText).toContain('two');
    const { events } = await app.audit.list({ subject: id, limit: 10 });
    expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'pipeline.changed', details: { version: 2, origin: 'run' } },
      { action: 'pipeline.created', details: {} },
    ]);
  });

  it('is not made when cards were moved; the run shows the new positions', async () => {
    const id = await pipeline(EDITED);
    expect(await draft(id, MOVED, 1)).toMatchObject({ revision: 2, version: 1, edited: false });
    const run = await app.runs.start({ pipelineId: id, revision: 2 });
    expect(run.version).toBe(1);
    expect(await numbers(id)).toEqual([1]);
    expect(JSON.parse((await app.runs.get({ id: run.id })).documentText)).toEqual(MOVED);
  });

  it('has the positions of a draft that became equal to it again', async () => {
    const id = await pipeline(EDITED);
    await draft(id, { name: 'Drafted', steps: [] }, 1);
    expect(await draft(id, MOVED, 2)).toMatchObject({ version: 1, edited: false });
    const run = await app.runs.start({ pipelineId: id });
    expect(run.version).toBe(1);
    expect(JSON.parse((await app.runs.get({ id: run.id })).documentText)).toEqual(MOVED);
  });

  it('keeps its own positions while the draft differs from it', async () => {
    const id = await pipeline(EDITED);
    await draft(id, { ...MOVED, steps: [log('three')] }, 1);
    expect((await versions(id)).map(({ layout }) => layout)).toEqual([null]);
  });

  it('is made when the text of a note was edited', async () => {
    const note = (words: string) => ({
      ...EDITED,
      layout: { notes: [{ id: 'n', x: 1, y: 2, text: words }] },
    });
    const id = await pipeline(note('Before'));
    await draft(id, note('After'), 1);
    const { version } = await app.pipelines.saveVersion({ id, revision: 2 });
    expect(version).toBe(2);
    expect((await versions(id)).at(-1)).toMatchObject({ origin: 'save', changes: { keys: ['notes'] } });
  });

  it('is made when a frame was renamed, and not when it was moved or collapsed', async () => {
    const frame = (change: object) => ({
      ...EDITED,
      layout: { frames: [{ id: 'f', title: 'Load', x: 1, y: 2, width: 300, height: 200, ...change }] },
    });
    const id = await pipeline(frame({}));
    await draft(id, frame({ x: 40, width: 500, collapsed: true }), 1);
    expect((await app.pipelines.saveVersion({ id, revision: 2 })).version).toBe(1);
    await draft(id, frame({ title: 'Unload' }), 2);
    expect((await app.pipelines.saveVersion({ id, revision: 3 })).version).toBe(2);
    expect((await versions(id)).at(-1)).toMatchObject({ changes: { keys: ['frames'] } });
  });

  it('is not made of a draft that cannot run', async () => {
    const id = await pipeline();
    await draft(id, { name: 'Broken', steps: [{ id: 'odd', action: 'none_such' }] }, 1);
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(Invalid);
    await draft(id, { ...EDITED, params: { n: { type: 'integer', required: true } } }, 2);
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(Invalid);
    expect(await numbers(id)).toEqual([1]);
  });

  it('is not made of another draft than the editor shows', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    await expect(app.runs.start({ pipelineId: id, revision: 1 })).rejects.toThrow(Conflict);
    expect(await numbers(id)).toEqual([1]);
  });

  it('is made once for many concurrent starts', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const runs = await Promise.all(Array.from({ length: 10 }, () => app.runs.start({ pipelineId: id })));
    expect(new Set(runs.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await numbers(id)).toEqual([1, 2]);
  });

  it('can be named, also when its text is a version already', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const name = 'Before the release';
    expect(await app.pipelines.saveVersion({ id, revision: 2, name })).toEqual({ version: 2, changed: true });
    const again = await app.pipelines.saveVersion({ id, revision: 2, name: 'Released' });
    expect(again).toEqual({ version: 2, changed: false });
    expect((await versions(id)).map((each) => each.name)).toEqual([null, 'Released']);
  });

  it('is made by the first delivery of a trigger after an edit', async () => {
    const id = await pipeline();
    const source = await pipeline({ name: 'Source', steps: [log('first')] });
    const config = { pipeline_id: source, statuses: ['completed' as const] };
    await app.triggers.add({
      pipelineId: id,
      trigger: { type: 'pipeline_finished', name: 'Then', enabled: true, config, params: {} },
    });
    await draft(id, EDITED, 1);
    const { id: runId } = await app.runs.start({ pipelineId: source });
    await untilEnded(app, runId);
    await expect
      .poll(async () => (await app.runs.list({ pipeline: id, limit: 10 })).runs, { timeout: 60_000 })
      .toMatchObject([{ version: 2, trigger: 'pipeline' }]);
    expect((await versions(id)).at(-1)).toMatchObject({ origin: 'trigger' });
  });

  it('is made of an unsaved draft before a program replaces it', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    const theirs = { name: 'Drafted', steps: [log('sent')] };
    const saved = await app.pipelines.save({ id, text: text(theirs), baseVersion: 1 });
    expect(saved).toMatchObject({ version: 3, revision: 3, changed: true });
    expect((await versions(id)).map(({ origin }) => origin)).toEqual(['import', 'replaced', 'api']);
    await expect(draft(id, { name: 'Tab', steps: [] }, 2)).rejects.toThrow(Conflict);
  });
});

describe('restoring a version', () => {
  it('replaces the draft by a version, with its positions, and keeps the draft as a version', async () => {
    const id = await pipeline(MOVED);
    await draft(id, { name: 'Drafted', steps: [log('three'), log('more', 'b')] }, 1);
    const restored = await app.pipelines.restore({ id, version: 1, baseRevision: 2 });
    expect(restored).toMatchObject({ revision: 3, version: 2, edited: true });
    expect(JSON.parse(restored.text)).toEqual(MOVED);
    const rows = await versions(id);
    expect(rows.at(-1)).toMatchObject({ version: 2, origin: 'replaced', changes: { added: 1, changed: 1 } });
    expect(await app.pipelines.restore({ id, version: 2, baseRevision: 3 })).toMatchObject({
      revision: 4,
      version: 3,
      edited: true,
    });
  });

  it('makes no version of a draft that is a version already', async () => {
    const id = await pipeline();
    await draft(id, EDITED, 1);
    await app.pipelines.saveVersion({ id, revision: 2 });
    expect(await app.pipelines.restore({ id, version: 1, baseRevision: 2 })).toMatchObject({
      version: 2,
      edited: true,
    });
    expect(await numbers(id)).toEqual([1, 2]);
  });

  it('is refused for a missing version, and for a draft that another tab has changed', async () => {
    const id = await pipeline();
    await expect(app.pipelines.restore({ id, version: 9, baseRevision: 1 })).rejects.toThrow(NotFound);
    await draft(id, EDITED, 1);
    await expect(app.pipelines.restore({ id, version: 1, baseRevision: 1 })).rejects.toThrow(Conflict);
  });
});

/** Size of a table with its indexes, in bytes, once no vacuum is under way. */
async function sizeOf(table: string): Promise<number> {
  await app.context.draftSpace.stop();
  const [row] = await database.sql<{ bytes: number }[]>`
    select pg_total_relation_size(${table}::regclass)::float8 as bytes`;
  return row?.bytes ?? 0;
}

describe('the storage of drafts', () => {
  it('is that of a few drafts, however often a large one is saved', async () => {
    const text100kB = noise(100_000);
    const large = (n: number) => ({ ...EDITED, steps: [log(text100kB.slice(n) + text100kB.slice(0, n))] });
    const id = await pipeline(large(0));
    const versionsBefore = await numbers(id);
    for (let n = 1; n <= 120; n += 1) await draft(id, large(n), n);
    // 12 MB were written; one draft has 0.1 MB, and space is reclaimed after each 1 MB.
    expect(await sizeOf('pipeline_drafts')).toBeLessThan(5_000_000);
    expect(await numbers(id)).toEqual(versionsBefore);
  });

  it('has a few sets of positions, however often cards of a large one are moved', async () => {
    const places = noise(4000);
    const at = (n: number) => places.charCodeAt(n % 4000) * 41;
    const moved = (n: number) => {
      const cards = Array.from({ length: 2000 }, (_, card) => [
        `s${card}`,
        { x: at(card * 2 + n), y: at(card * 2 + 1 + n) },
      ]);
      return { ...EDITED, layout: { steps: Object.fromEntries(cards) } };
    };
    const id = await pipeline(moved(0));
    const before = await sizeOf('pipeline_versions');
    for (let n = 1; n <= 100; n += 1) await draft(id, moved(n), n);
    expect(await sizeOf('pipeline_versions')).toBeLessThan(before + 1_000_000);
    expect(await numbers(id)).toEqual([1]);
  });
});

/** Text that does not compress, from a fixed start. */
function noise(length: number): string {
  let state = 4711;
  const letters = Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(33 + ((state >> 8) % 90));
  });
  return letters.join('').replaceAll(/["\\{]/g, '.');
}
