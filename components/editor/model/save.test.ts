import { beforeEach, describe, expect, it } from 'vitest';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { createDraftStore, type Draft, type DraftStorage } from './drafts';
import { setPipelineField } from './edits/fields';
import { createSaveController } from './save';
import type { SaveAnswer, SaveController, SaveInput, Theirs } from './save-state';
import { createEditorStore, type EditorStore } from './store';

/** Timers that the test fires. */
function manualTimers() {
  let planned: { run: () => void; delayMs: number } | undefined;
  return {
    start(run: () => void, delayMs: number) {
      planned = { run, delayMs };
      return planned;
    },
    stop(timer: unknown) {
      if (timer === planned) planned = undefined;
    },
    get delayMs() {
      return planned?.delayMs;
    },
    fire() {
      const due = planned;
      planned = undefined;
      due?.run();
    },
  };
}

function memoryStorage(limit = Number.POSITIVE_INFINITY): DraftStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

const OPENED = { revision: 3, version: 1, edited: false };
const saved = (revision: number) => ({ revision, version: 1, edited: true });
const start: PipelineDocument = { name: 'First', steps: [] };

let store: EditorStore;
let timers: ReturnType<typeof manualTimers>;
let storage: DraftStorage;
let sent: SaveInput[];
let answer: (input: SaveInput) => Promise<SaveAnswer>;
let controller: SaveController;
/** The draft that the server returns, and how often it was read. */
let found: Theirs;
let reads: number;

beforeEach(() => {
  store = createEditorStore(start, { draft: OPENED });
  timers = manualTimers();
  storage = memoryStorage();
  sent = [];
  reads = 0;
  found = { ...OPENED, text: formatPipeline(start) };
  answer = async ({ baseRevision }) => ({ outcome: 'saved', ...saved(baseRevision + 1) });
  controller = createSaveController({
    store,
    pipelineId: 'p1',
    opened: OPENED,
    descriptors: indexDescriptors([]),
    read: async () => {
      reads += 1;
      return found;
    },
    send: (input) => {
      sent.push(input);
      return answer(input);
    },
    drafts: createDraftStore('p1', storage, undefined),
    timers,
    now: () => new Date('2026-01-01T00:00:00Z'),
  });
  controller.start();
});

const rename = (name: string) => store.edit('Rename', (document) => setPipelineField(document, 'name', name));
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('autosave', () => {
  it('continues after a stop with the saved version and unsaved edits', async () => {
    rename('Second');
    timers.fire();
    await settled();
    const stop = controller.start();
    rename('Third');
    stop();
    expect(timers.delayMs).toBeUndefined();
    controller.start();
    timers.fire();
    await settled();
    expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([3, 4]);
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(5) });
  });

  it('sends once the author pauses, with the right status meanwhile', async () => {
    expect(store.getState().save).toEqual({ status: 'saved', ...OPENED });
    rename('Second');
    expect(store.getState().save.status).toBe('dirty');
    expect(timers.delayMs).toBe(600);
    timers.fire();
    await settled();
    expect(sent).toEqual([
      { id: 'p1', text: formatPipeline({ name: 'Second', steps: [] }), baseRevision: 3, keepReplaced: false },
    ]);
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(4) });
    expect(controller.isDirty()).toBe(false);
  });

  it('sends the last edit when the page is left, and tries once', async () => {
    const stop = controller.start();
    rename('Second');
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    stop();
    await settled();
    expect(sent.map(({ text }) => text)).toEqual([formatPipeline({ name: 'Second', steps: [] })]);
    expect(timers.delayMs).toBeUndefined();
    expect(storage.length).toBe(1);
  });

  it('sends nothing when an edit was undone before the pause', async () => {
    rename('Second');
    store.undo();
    timers.fire();
    await settled();
    expect(sent).toEqual([]);
    expect(store.getState().save).toEqual({ status: 'saved', ...OPENED });
  });

  it('sends edits made during a save on top of the acknowledged draft', async () => {
    let acknowledge: (answer: SaveAnswer) => void = () => {};
    answer = () => new Promise((resolve) => (acknowledge = resolve));
    rename('Second');
    timers.fire();
    await settled();
    rename('Third');
    const flushed = controller.flush();
    answer = async ({ baseRevision }) => ({ outcome: 'saved', ...saved(baseRevision + 1) });
    acknowledge({ outcome: 'saved', ...saved(4) });
    expect(await flushed).toEqual({ status: 'saved', ...saved(5) });
    expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([3, 4]);
  });

  it('keeps edits and retries with increasing delays while the server cannot be reached', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    rename('Second');
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'offline', ...OPENED, retryInMs: 1000 });
    timers.fire();
    await settled();
    expect(store.getState().save).toMatchObject({ status: 'offline', retryInMs: 2000 });
    expect(controller.isDirty()).toBe(true);
    answer = async () => ({ outcome: 'saved', ...saved(4) });
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(4) });
  });

  it('shows the refusal of the server and sends again after the next edit', async () => {
    answer = async () => ({ outcome: 'refused', message: 'The document is too large.' });
    rename('Second');
    timers.fire();
    await settled();
    expect(store.getState().save).toMatchObject({ status: 'failed', message: 'The document is too large.' });
    rename('Third');
    expect(store.getState().save.status).toBe('dirty');
    expect(timers.delayMs).toBe(600);
  });
});

const describeIt = (text: string) =>
  store.edit('Describe', (document) => setPipelineField(document, 'description', text));

describe('when another person saved first', () => {
  const saveOver = (document: PipelineDocument) => {
    const theirs = { revision: 7, version: 1, text: formatPipeline(document) };
    answer = async ({ baseRevision }) =>
      baseRevision < 7 ? { outcome: 'conflict', theirs } : { outcome: 'saved', ...saved(baseRevision + 1) };
  };
  const conflict = { path: ['name'], base: 'First', mine: 'Mine', theirs: 'Theirs' };

  it('saves both edits without a question where they do not touch', async () => {
    saveOver({ name: 'First', steps: [], description: 'Theirs' });
    rename('Mine');
    timers.fire();
    await settled();
    expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([3, 7]);
    expect(sent.at(-1)?.keepReplaced).toBe(false);
    expect(store.getState()).toMatchObject({
      document: { name: 'Mine', description: 'Theirs' },
      save: { status: 'saved', revision: 8 },
    });
  });

  it('undoes only the own edit after a merge', async () => {
    saveOver({ name: 'First', steps: [], description: 'Theirs' });
    rename('Mine');
    timers.fire();
    await settled();
    store.undo();
    expect(store.getState().document).toEqual({ name: 'First', steps: [], description: 'Theirs' });
    store.redo();
    expect(store.getState().document.name).toBe('Mine');
  });

  it('stops sending until a person decides about a value that both changed', async () => {
    saveOver({ name: 'Theirs', steps: [], description: 'Theirs' });
    rename('Mine');
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'conflict', ...saved(7), conflicts: [conflict] });
    expect(store.getState().document).toMatchObject({ name: 'Mine', description: 'Theirs' });
    describeIt('More');
    timers.fire();
    await settled();
    expect(sent).toHaveLength(1);
    expect(store.getState().save.status).toBe('conflict');
    expect(controller.isDirty()).toBe(true);
  });

  it('overwrites their value on request, after their draft became a version', async () => {
    saveOver({ name: 'Theirs', steps: [] });
    rename('Mine');
    timers.fire();
    await settled();
    expect(await controller.resolve([conflictNow()], 'mine')).toEqual({ status: 'saved', ...saved(8) });
    expect(sent.at(-1)).toMatchObject({
      baseRevision: 7,
      keepReplaced: true,
      text: formatPipeline({ name: 'Mine', steps: [] }),
    });
  });

  it('uses their value on request and keeps the own one in undo', async () => {
    saveOver({ name: 'Theirs', steps: [] });
    rename('Mine');
    timers.fire();
    await settled();
    expect(await controller.resolve([conflictNow()], 'theirs')).toEqual({ status: 'saved', ...saved(7) });
    expect(sent).toHaveLength(1);
    store.undo();
    expect(store.getState().document.name).toBe('Mine');
    timers.fire();
    await settled();
    expect(sent.at(-1)?.baseRevision).toBe(7);
  });

  it('is settled when the own value is edited to theirs', async () => {
    saveOver({ name: 'Theirs', steps: [] });
    rename('Mine');
    timers.fire();
    await settled();
    rename('Mine too');
    expect(conflictNow().mine).toBe('Mine too');
    rename('Theirs');
    expect(store.getState().save.status).not.toBe('conflict');
    timers.fire();
    await settled();
    expect(store.getState().save.status).toBe('saved');
  });

  it('recognises the own draft when the answer to its save was lost', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    rename('Mine');
    timers.fire();
    await settled();
    saveOver({ name: 'Mine', steps: [] });
    rename('Mine, further');
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(8) });
    expect(store.getState().document.name).toBe('Mine, further');
  });

  it('recognises the own draft when the answers to several saves were lost, and the last one did not arrive', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const name of ['Mine', 'Mine, further']) {
      rename(name);
      timers.fire();
      await settled();
    }
    saveOver({ name: 'Mine', steps: [] });
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(8) });
    expect(store.getState().document.name).toBe('Mine, further');
  });

  function conflictNow() {
    const { save } = store.getState();
    const [first] = save.status === 'conflict' ? save.conflicts : [];
    if (first === undefined) throw new Error('There is no conflict.');
    return first;
  }
});

describe('a draft of another tab', () => {
  const theirs = { name: 'First', steps: [], description: 'Theirs' };

  it('is shown at once, saved, without an undo entry', async () => {
    found = { ...saved(4), text: formatPipeline(theirs) };
    await controller.follow(saved(4));
    expect(store.getState()).toMatchObject({
      document: theirs,
      undo: [],
      save: { status: 'saved', ...saved(4) },
    });
    timers.fire();
    await settled();
    expect(sent).toEqual([]);
  });

  it('is kept by undo and redo, whenever it came', async () => {
    const note = (text: string) => ({ ...theirs, description: text });
    rename('Mine');
    found = { ...saved(4), text: formatPipeline(note('One')) };
    await controller.follow(saved(4));
    rename('Mine too');
    store.undo();
    found = { ...saved(5), text: formatPipeline(note('Two')) };
    await controller.follow(saved(5));
    store.redo();
    expect(store.getState().document).toMatchObject({ name: 'Mine too', description: 'Two' });
    store.undo();
    store.undo();
    expect(store.getState().document).toMatchObject({ name: 'First', description: 'Two' });
  });

  it('is merged into unsaved edits, which are then saved', async () => {
    rename('Mine');
    found = { ...saved(4), text: formatPipeline(theirs) };
    await controller.follow(saved(4));
    expect(store.getState()).toMatchObject({
      document: { name: 'Mine', description: 'Theirs' },
      save: { status: 'dirty', revision: 4 },
    });
    timers.fire();
    await settled();
    expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([4]);
  });

  it('is not read when it is the own one', async () => {
    let acknowledge: (answer: SaveAnswer) => void = () => {};
    answer = () => new Promise((resolve) => (acknowledge = resolve));
    rename('Mine');
    timers.fire();
    await settled();
    const followed = controller.follow(saved(4));
    acknowledge({ outcome: 'saved', ...saved(4) });
    await followed;
    expect(reads).toBe(0);
  });

  it('is not opened while the caller opens one', async () => {
    const restored = { name: 'Restored', steps: [] };
    found = { ...saved(4), text: formatPipeline(restored) };
    let finish: () => void = () => {};
    const held = controller.hold(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      store.edit('Restore version 1', () => restored);
      controller.adopt(restored, saved(4));
    });
    const followed = controller.follow(saved(4));
    finish();
    await Promise.all([held, followed]);
    expect(reads).toBe(0);
    store.undo();
    expect(store.getState().document.name).toBe('First');
  });

  it('that became a version changes the version alone', async () => {
    await controller.follow({ revision: 3, version: 2, edited: false });
    expect(store.getState().save).toEqual({ status: 'saved', revision: 3, version: 2, edited: false });
    expect(reads).toBe(0);
  });
});

describe('a version that the server made', () => {
  it('is shown while the draft is unchanged', async () => {
    rename('Second');
    timers.fire();
    await settled();
    controller.versionMade(2, 4);
    expect(store.getState().save).toEqual({ status: 'saved', revision: 4, version: 2, edited: false });
    rename('Third');
    timers.fire();
    await settled();
    controller.versionMade(3, 4);
    expect(store.getState().save).toEqual({ status: 'saved', ...saved(5) });
  });

  it('that was opened needs no save, and undo is saved on top of it', async () => {
    rename('Second');
    const restored = { name: 'Restored', steps: [] };
    store.edit('Restore version 1', () => restored);
    controller.adopt(restored, { revision: 9, version: 2, edited: false });
    expect(store.getState().save).toEqual({ status: 'saved', revision: 9, version: 2, edited: false });
    timers.fire();
    await settled();
    expect(sent).toEqual([]);
    store.undo();
    timers.fire();
    await settled();
    expect(sent.at(-1)).toMatchObject({
      baseRevision: 9,
      text: formatPipeline({ name: 'Second', steps: [] }),
    });
  });
});

describe('the draft on this device', () => {
  it('of an earlier release is read with the revision of the same number', async () => {
    const draft = { text: '{}', baseVersion: 4, at: '2026-01-01T00:00:00Z' };
    storage.setItem('pipewright.draft.p1', JSON.stringify(draft));
    const { text, at } = draft;
    expect(await createDraftStore('p1', storage, undefined).read()).toEqual({ text, at, baseRevision: 4 });
  });

  it('is stored until the server has acknowledged it', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    rename('Second');
    timers.fire();
    await settled();
    const drafts = createDraftStore('p1', storage, undefined, 'other tab');
    expect(await drafts.read()).toEqual({
      text: formatPipeline({ name: 'Second', steps: [] }),
      base: formatPipeline(start),
      baseRevision: 3,
      at: '2026-01-01T00:00:00.000Z',
    });
    answer = async () => ({ outcome: 'saved', ...saved(4) });
    await controller.flush();
    expect(await drafts.read()).toBeUndefined();
  });

  it('goes to the larger store when this one is full', async () => {
    let kept: Draft | undefined;
    const large = {
      read: async () => kept,
      write: async (draft: Draft) => {
        kept = draft;
        return true;
      },
      clear: async () => {
        kept = undefined;
      },
    };
    const drafts = createDraftStore('p1', memoryStorage(10), large);
    const draft = { text: 'x'.repeat(50), baseRevision: 1, at: '2026-01-01T00:00:00Z' };
    expect(await drafts.write(draft)).toBe(true);
    expect(await drafts.read()).toEqual(draft);
    await drafts.clear();
    expect(await drafts.read()).toBeUndefined();
  });

  it('of another tab is not cleared', async () => {
    const draft = { text: '{}', baseRevision: 1, at: '2026-01-01T00:00:00Z' };
    await createDraftStore('p1', storage, undefined, 'other tab').write(draft);
    await createDraftStore('p1', storage, undefined, 'this tab').clear();
    expect(await createDraftStore('p1', storage, undefined).read()).toEqual(draft);
  });

  it('of an earlier visit is merged with what was saved since', async () => {
    const base = formatPipeline({ name: 'Earlier', steps: [] });
    const kept = { text: '', base, baseRevision: 2, at: '2026-01-01T00:00:00Z' };
    controller.restore(kept, { name: 'Earlier', steps: [], description: 'Mine' });
    expect(store.getState()).toMatchObject({
      document: { name: 'First', description: 'Mine' },
      save: { status: 'dirty', revision: 3 },
    });
  });

  it('is stored in the moment in which the page is closed', async () => {
    expect(controller.keepNow()).toBe(true);
    expect(storage.length).toBe(0);
    rename('Second');
    expect(controller.keepNow()).toBe(true);
    expect(storage.length).toBe(1);
  });
});
