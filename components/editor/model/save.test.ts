import { beforeEach, describe, expect, it } from 'vitest';
import { formatPipeline, importPipeline, type PipelineDocument } from '@/engine';
import { createDraftStore, type Draft, type DraftStorage } from './drafts';
import { setPipelineField } from './edits/fields';
import { createSaveController, type SaveAnswer, type SaveController, type SaveInput } from './save';
import { createEditorStore, type EditorStore } from './store';

/** Timers that run when the test says so. */
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

const start: PipelineDocument = { name: 'First', steps: [] };

let store: EditorStore;
let timers: ReturnType<typeof manualTimers>;
let storage: DraftStorage;
let sent: SaveInput[];
let answer: (input: SaveInput) => Promise<SaveAnswer>;
let controller: SaveController;

beforeEach(() => {
  store = createEditorStore(start, { version: 3 });
  timers = manualTimers();
  storage = memoryStorage();
  sent = [];
  answer = async ({ baseVersion }) => ({ outcome: 'saved', version: baseVersion + 1 });
  controller = createSaveController({
    store,
    pipelineId: 'p1',
    version: 3,
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
  it('goes on after a stop with the version the server holds and what it lacks', async () => {
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
    expect(sent.map(({ baseVersion }) => baseVersion)).toEqual([3, 4]);
    expect(store.getState().save).toEqual({ status: 'saved', version: 5 });
  });

  it('sends once the author pauses, and says so honestly meanwhile', async () => {
    expect(store.getState().save).toEqual({ status: 'saved', version: 3 });
    rename('Second');
    expect(store.getState().save.status).toBe('dirty');
    expect(timers.delayMs).toBe(600);
    timers.fire();
    await settled();
    expect(sent).toEqual([{ id: 'p1', text: formatPipeline({ name: 'Second', steps: [] }), baseVersion: 3 }]);
    expect(store.getState().save).toEqual({ status: 'saved', version: 4 });
    expect(controller.isDirty()).toBe(false);
  });

  it('sends nothing when an edit was undone before the pause', async () => {
    rename('Second');
    store.undo();
    timers.fire();
    await settled();
    expect(sent).toEqual([]);
    expect(store.getState().save).toEqual({ status: 'saved', version: 3 });
  });

  it('sends what came while it was sending, on top of what was acknowledged', async () => {
    let acknowledge: (answer: SaveAnswer) => void = () => {};
    answer = () => new Promise((resolve) => (acknowledge = resolve));
    rename('Second');
    timers.fire();
    await settled();
    rename('Third');
    const flushed = controller.flush();
    answer = async ({ baseVersion }) => ({ outcome: 'saved', version: baseVersion + 1 });
    acknowledge({ outcome: 'saved', version: 4 });
    expect(await flushed).toEqual({ status: 'saved', version: 5 });
    expect(sent.map(({ baseVersion }) => baseVersion)).toEqual([3, 4]);
  });

  it('keeps edits and tries again, later each time, while the server cannot be reached', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    rename('Second');
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'offline', version: 3, retryInMs: 1000 });
    timers.fire();
    await settled();
    expect(store.getState().save).toMatchObject({ status: 'offline', retryInMs: 2000 });
    expect(controller.isDirty()).toBe(true);
    answer = async () => ({ outcome: 'saved', version: 4 });
    timers.fire();
    await settled();
    expect(store.getState().save).toEqual({ status: 'saved', version: 4 });
  });

  it('says what the server refused and sends again after the next edit', async () => {
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

describe('when someone else saved first', () => {
  const theirs = { version: 7, text: formatPipeline({ name: 'Theirs', steps: [] }) };

  beforeEach(async () => {
    answer = async ({ baseVersion }) =>
      baseVersion < 7 ? { outcome: 'conflict', theirs } : { outcome: 'saved', version: baseVersion + 1 };
    rename('Mine');
    timers.fire();
    await settled();
  });

  it('stops sending until a person chooses, whatever is edited', async () => {
    expect(store.getState().save).toEqual({ status: 'conflict', version: 3, theirs });
    rename('Mine too');
    timers.fire();
    await settled();
    expect(sent).toHaveLength(1);
    expect(store.getState().save.status).toBe('conflict');
  });

  it('saves mine over theirs when told to', async () => {
    expect(await controller.keepMine()).toEqual({ status: 'saved', version: 8 });
    expect(sent.at(-1)).toMatchObject({ baseVersion: 7, text: formatPipeline({ name: 'Mine', steps: [] }) });
  });

  it('takes theirs and leaves mine in undo', async () => {
    const read = importPipeline(theirs.text);
    if (!read.ok) throw new Error(read.problem.message);
    store.edit('Use version 7', () => read.document);
    controller.takeTheirs(read.document);
    expect(store.getState().save).toEqual({ status: 'saved', version: 7 });
    expect(controller.isDirty()).toBe(false);
    store.undo();
    expect(store.getState().document.name).toBe('Mine');
    timers.fire();
    await settled();
    expect(sent.at(-1)?.baseVersion).toBe(7);
  });
});

describe('the draft on this device', () => {
  it('is kept until the server has acknowledged it', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    rename('Second');
    timers.fire();
    await settled();
    const drafts = createDraftStore('p1', storage, undefined);
    expect(await drafts.read()).toEqual({
      text: formatPipeline({ name: 'Second', steps: [] }),
      baseVersion: 3,
      at: '2026-01-01T00:00:00.000Z',
    });
    answer = async () => ({ outcome: 'saved', version: 4 });
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
    const draft = { text: 'x'.repeat(50), baseVersion: 1, at: '2026-01-01T00:00:00Z' };
    expect(await drafts.write(draft)).toBe(true);
    expect(await drafts.read()).toEqual(draft);
    await drafts.clear();
    expect(await drafts.read()).toBeUndefined();
  });
});
