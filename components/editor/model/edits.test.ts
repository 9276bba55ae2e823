import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Descriptors, formatPipeline, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { readClip, takeClip } from './clipboard';
import * as edits from './edits';
import { selectSteps } from './selection';
import { createEditorStore } from './store';

const descriptors: Descriptors = catalogue.descriptors;

function sample(): PipelineDocument {
  return {
    name: 'Deploy when fast',
    params: { url: { type: 'string', required: true }, limit: { type: 'integer', default: 3 } },
    steps: [
      { id: 'fetch', action: 'api_call', params: { url: '{{params.url}}', timeout: 20, method: 'GET' } },
      {
        action: 'condition',
        id: 'ok',
        params: {
          condition: 'steps.fetch.output.status_code == 200',
          on_true: 'save',
          on_false: ['tell', 'stop'],
        },
      },
      {
        id: 'save',
        action: 'set_output',
        params: {
          key: 'body',
          value: 'Got {{ steps["fetch"].output.response_body }} and {{steps.fetch-2.output}}',
        },
      },
      {
        id: 'tell',
        action: 'log',
        depends_on: ['fetch'],
        condition: "steps.fetch.status == 'failed'",
        params: { message: 'It is {{steps.fetch.error}}' },
        custom: { kept: true },
      },
      { id: 'stop', action: 'fail', params: { message: 'No' }, depends_on: ['tell'] },
      { id: 'fetch-2', action: 'http_request', params: { url: 'http://localhost' } },
      { id: 'all', action: 'aggregate', params: { sources: ['fetch', 'fetch-2'] } },
      {
        id: 'route',
        action: 'conditional',
        params: {
          branches: {
            big: { condition: 'steps.all.output.count > 10', target_step: 'each' },
            small: 'steps.all.output.count > 0',
            default: 'late',
          },
        },
      },
      {
        id: 'each',
        action: 'loop',
        params: {
          items: '{{steps.all.output.result}}',
          action: 'log',
          action_params: { message: '{{item}} {{steps.all.output.count}}' },
        },
      },
      { id: 'late', action: 'wait', params: { duration: 1 } },
    ],
    outputs: { body: '{{steps.save.output.value}}' },
    layout: {
      steps: { fetch: { x: 0, y: 0 }, ok: { x: 340, y: 0 }, tell: { x: 680, y: 80 } },
      notes: [{ id: 'note_1', x: 0, y: 200, text: 'Ask first' }],
    },
  };
}

function changedLines(before: PipelineDocument, after: PipelineDocument): number {
  const old = formatPipeline(before).split('\n');
  const now = formatPipeline(after).split('\n');
  return now.filter((line, index) => line !== old[index]).length + Math.abs(now.length - old.length);
}

const anyStep = fc.constantFrom(...sample().steps.map(({ id }) => id));
const position = fc.record({
  x: fc.integer({ min: -2000, max: 2000 }),
  y: fc.integer({ min: -2000, max: 2000 }),
});
type Edit = (document: PipelineDocument) => PipelineDocument;

const anyEdit: Record<string, fc.Arbitrary<Edit>> = {
  addStep: fc.tuple(anyStep, position).map(
    ([after, at]): Edit =>
      (d) =>
        edits.addStep(d, { id: 'new', action: 'log', position: at, after: { id: after } }, descriptors),
  ),
  insertOnEdge: fc.constantFrom('log', 'conditional', 'fail').map(
    (action): Edit =>
      (d) =>
        edits.insertOnEdge(
          d,
          { from: 'tell', to: 'stop', kind: 'depends_on' },
          { id: 'new', action },
          descriptors,
        ),
  ),
  insertStepOnEdge: anyStep.map(
    (id): Edit =>
      (d) =>
        edits.insertStepOnEdge(d, { from: 'tell', to: 'stop', kind: 'depends_on' }, id, descriptors),
  ),
  renameStep: anyStep.map(
    (id): Edit =>
      (d) =>
        edits.renameStep(d, id, 'renamed', descriptors),
  ),
  removeSteps: fc.tuple(fc.array(anyStep), fc.boolean()).map(
    ([ids, reconnect]): Edit =>
      (d) =>
        edits.removeSteps(d, ids, descriptors, { reconnect }),
  ),
  connect: fc.tuple(anyStep, fc.constantFrom('out', 'true', 'false', 'small'), anyStep).map(
    ([from, handle, to]): Edit =>
      (d) =>
        edits.connect(d, { from, handle, to }, descriptors),
  ),
  disconnect: fc.constantFrom('true', 'false').map(
    (branch): Edit =>
      (d) =>
        edits.disconnect(d, { from: 'ok', to: 'tell', kind: 'branch', branch }, descriptors),
  ),
  pasteSteps: fc.tuple(fc.uniqueArray(anyStep), position).map(
    ([steps, at]): Edit =>
      (d) =>
        edits.pasteSteps(
          d,
          takeClip(d, { steps, notes: ['note_1'], frames: [] }, () => at),
          { at },
          descriptors,
        ).document,
  ),
  setStepField: fc
    .tuple(anyStep, fc.constantFrom('name', 'condition', 'mine'), fc.option(fc.string(), { nil: undefined }))
    .map(
      ([id, key, value]): Edit =>
        (d) =>
          edits.setStepField(d, id, key, value),
    ),
  setParam: fc
    .tuple(anyStep, fc.constantFrom('url', 'message', 'mine'), fc.option(fc.jsonValue(), { nil: undefined }))
    .map(
      ([id, key, value]): Edit =>
        (d) =>
          edits.setParam(d, id, key, value as never),
    ),
  changeAction: anyStep.map(
    (id): Edit =>
      (d) =>
        edits.changeAction(d, id, 'wait'),
  ),
  moveItems: fc.tuple(anyStep, position).map(
    ([id, at]): Edit =>
      (d) =>
        edits.moveItems(d, { steps: { [id]: at }, notes: { note_1: at } }),
  ),
  notes: fc.string().map(
    (text): Edit =>
      (d) =>
        edits.updateNote(edits.addNote(d, { id: 'note_9', x: 1, y: 2, text: '' }), 'note_9', { text }),
  ),
  removeNotes: fc.constant((d: PipelineDocument) => edits.removeNotes(d, ['note_1'])),
  setPipelineField: fc.string().map(
    (name): Edit =>
      (d) =>
        edits.setPipelineField(d, 'name', name),
  ),
  declaredParams: fc.constantFrom('url', 'limit').map(
    (name): Edit =>
      (d) =>
        edits.renameDeclaredParam(edits.removeDeclaredParam(d, 'limit'), name, 'address', descriptors),
  ),
  toggleDisabled: fc.array(anyStep).map(
    (ids): Edit =>
      (d) =>
        edits.toggleDisabled(d, ids),
  ),
};

describe('every edit', () => {
  it.each(Object.entries(anyEdit))('%s is undone exactly, and redone', (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (edit) => {
        const before = sample();
        const text = formatPipeline(before);
        const store = createEditorStore(before);
        store.edit('Edit', edit);
        const after = formatPipeline(store.getState().document);
        store.undo();
        expect(formatPipeline(store.getState().document)).toBe(text);
        store.redo();
        if (after !== text) expect(formatPipeline(store.getState().document)).toBe(after);
        expect(formatPipeline(before)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an edit changes only its own part', () => {
  it('of one parameter changes one line', () => {
    const before = sample();
    expect(changedLines(before, edits.setParam(before, 'fetch', 'timeout', 25))).toBe(1);
  });

  it('keeps the author’s spelling and key order, and the identity of other steps', () => {
    const before = sample();
    const after = edits.setParam(before, 'fetch', 'timeout', 25);
    expect(Object.keys(after.steps[0]?.params ?? {})).toEqual(['url', 'timeout', 'method']);
    expect(Object.keys(edits.setStepField(before, 'ok', 'name', 'Fine?').steps[1] ?? {})).toEqual([
      'action',
      'id',
      'name',
      'params',
    ]);
    expect(after.steps[1]).toBe(before.steps[1]);
    expect(after.layout).toBe(before.layout);
  });

  it('that moves a card changes only layout', () => {
    const before = sample();
    const after = edits.moveItems(before, { steps: { ok: { x: 350.4, y: -0.2 } } });
    expect({ ...after, layout: undefined }).toEqual({ ...before, layout: undefined });
    expect(after.steps).toBe(before.steps);
    expect(after.layout?.steps?.ok).toEqual({ x: 350, y: 0 });
    expect(changedLines(before, after)).toBe(1);
  });

  it('that moves cards places those of a very large document in one pass', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `s${index}`);
    const large = { steps: ids.map((id) => ({ id, action: 'log' })) };
    const steps = Object.fromEntries(ids.map((id, index) => [id, { x: index, y: 0 }]));
    expect(edits.moveItems(large, { steps }).layout?.steps).toEqual(steps);
  });

  it('returns the same document when nothing changes', () => {
    const before = sample();
    expect(edits.setParam(before, 'fetch', 'timeout', 20)).toBe(before);
    expect(edits.moveItems(before, { steps: { ok: { x: 340, y: 0 } } })).toBe(before);
    expect(edits.setStepField(before, 'fetch', 'condition', undefined)).toBe(before);
    expect(edits.removeSteps(before, ['nobody'], descriptors)).toBe(before);
  });
});

describe('renaming a step', () => {
  it('changes every reference to it, and nothing else', () => {
    const after = edits.renameStep(sample(), 'fetch', 'call-1', descriptors);
    const [, ok, save, tell, , fetch2, all] = after.steps;
    expect(after.steps[0]?.id).toBe('call-1');
    expect(ok?.params?.condition).toBe('steps.call-1.output.status_code == 200');
    expect(save?.params?.value).toBe(
      'Got {{ steps["call-1"].output.response_body }} and {{steps.fetch-2.output}}',
    );
    expect(tell?.depends_on).toEqual(['call-1']);
    expect(tell?.condition).toBe("steps.call-1.status == 'failed'");
    expect(tell?.params?.message).toBe('It is {{steps.call-1.error}}');
    expect(fetch2?.id).toBe('fetch-2');
    expect(all?.params?.sources).toEqual(['call-1', 'fetch-2']);
    expect(Object.keys(after.layout?.steps ?? {})).toEqual(['call-1', 'ok', 'tell']);
  });

  it('changes branch targets in every form', () => {
    const late = edits.renameStep(sample(), 'late', 'later', descriptors);
    expect(late.steps[7]?.params?.branches).toMatchObject({ default: 'later' });
    const each = edits.renameStep(sample(), 'each', 'every', descriptors);
    expect(each.steps[7]?.params?.branches).toMatchObject({ big: { target_step: 'every' } });
    const stop = edits.renameStep(sample(), 'stop', 'end', descriptors);
    expect(stop.steps[1]?.params?.on_false).toEqual(['tell', 'end']);
  });

  it('changes conditions of branches, loop items, inner parameters and outputs', () => {
    const after = edits.renameStep(sample(), 'all', 'sum', descriptors);
    expect(after.steps[7]?.params?.branches).toMatchObject({
      big: { condition: 'steps.sum.output.count > 10' },
      small: 'steps.sum.output.count > 0',
    });
    expect(after.steps[8]?.params).toMatchObject({
      items: '{{steps.sum.output.result}}',
      action_params: { message: '{{item}} {{steps.sum.output.count}}' },
    });
    expect(edits.renameStep(sample(), 'save', 'keep', descriptors).outputs).toEqual({
      body: '{{steps.keep.output.value}}',
    });
  });

  it('does not change text that does not parse, and text that only looks like a reference', () => {
    const before = edits.setParam(sample(), 'tell', 'message', 'steps.fetch.output {{ steps.fetch. ');
    const after = edits.renameStep(before, 'fetch', 'call', descriptors);
    expect(after.steps[3]?.params?.message).toBe('steps.fetch.output {{ steps.fetch. ');
  });
});

describe('renaming a declared param', () => {
  it('rewrites references to it', () => {
    const after = edits.renameDeclaredParam(sample(), 'url', 'address', descriptors);
    expect(Object.keys(after.params ?? {})).toEqual(['address', 'limit']);
    expect(after.steps[0]?.params?.url).toBe('{{params.address}}');
  });

  it('writes a name that is not an identifier in brackets', () => {
    const after = edits.renameDeclaredParam(sample(), 'url', 'the-url', descriptors);
    expect(after.steps[0]?.params?.url).toBe('{{params["the-url"]}}');
  });
});

describe('edges', () => {
  it('an ordinary edge is an entry of depends_on, which is removed with its last entry', () => {
    const wired = edits.connect(sample(), { from: 'fetch', handle: 'out', to: 'late' }, descriptors);
    expect(wired.steps[9]?.depends_on).toEqual(['fetch']);
    const cut = edits.disconnect(wired, { from: 'fetch', to: 'late', kind: 'depends_on' }, descriptors);
    expect(cut).toEqual(sample());
  });

  it('a single branch target is a string, several are a list', () => {
    const two = edits.connect(sample(), { from: 'ok', handle: 'true', to: 'late' }, descriptors);
    expect(two.steps[1]?.params?.on_true).toEqual(['save', 'late']);
    const one = edits.disconnect(
      two,
      { from: 'ok', to: 'save', kind: 'branch', branch: 'true' },
      descriptors,
    );
    expect(one.steps[1]?.params?.on_true).toBe('late');
    const none = edits.disconnect(
      one,
      { from: 'ok', to: 'late', kind: 'branch', branch: 'true' },
      descriptors,
    );
    expect(none.steps[1]?.params).not.toHaveProperty('on_true');
  });

  it('a named branch written as an expression becomes an object once it has a target', () => {
    const after = edits.connect(sample(), { from: 'route', handle: 'small', to: 'tell' }, descriptors);
    expect(after.steps[7]?.params?.branches).toMatchObject({
      small: { condition: 'steps.all.output.count > 0', target_step: 'tell' },
    });
  });

  it('refuses an invalid edge with a reason', () => {
    const refuse = (from: string, handle: string, to: string) =>
      edits.refuseConnection(sample(), { from, handle, to }, descriptors);
    expect(refuse('ok', 'true', 'ok')).toMatch(/itself/);
    expect(refuse('stop', 'out', 'late')).toMatch(/ends the run/);
    expect(refuse('tell', 'out', 'stop')).toMatch(/already/);
    expect(refuse('ok', 'maybe', 'late')).toMatch(/no branch/);
    expect(refuse('fetch', 'out', 'late')).toBeUndefined();
  });

  it('says why an edge of a reference cannot be deleted', () => {
    const edge = { from: 'fetch', to: 'save', kind: 'reference', path: 'params.value' } as const;
    expect(edits.refuseDisconnect(edge)).toBe(
      'save reads fetch in params.value. Change that value to remove the edge.',
    );
    const before = sample();
    expect(edits.disconnect(before, edge, descriptors)).toBe(before);
  });
});

describe('adding', () => {
  it('adds the step after the chosen one, in the list and in order of execution', () => {
    const after = edits.addStep(sample(), { id: 'log', action: 'log', after: { id: 'fetch' } }, descriptors);
    expect(after.steps[1]).toEqual({ id: 'log', action: 'log', params: {}, depends_on: ['fetch'] });
  });

  it('connects to the first branch without a target', () => {
    const after = edits.addStep(sample(), { id: 'log', action: 'log', after: { id: 'route' } }, descriptors);
    expect(after.steps[7]?.params?.branches).toMatchObject({ small: { target_step: 'log' } });
  });

  it('replaces the edge between two connected steps', () => {
    const after = edits.insertOnEdge(
      sample(),
      { from: 'tell', to: 'stop', kind: 'depends_on' },
      { id: 'pause', action: 'wait' },
      descriptors,
    );
    const byId = new Map(after.steps.map((step) => [step.id, step]));
    expect(byId.get('pause')?.depends_on).toEqual(['tell']);
    expect(byId.get('stop')?.depends_on).toEqual(['pause']);
  });

  it('takes over the branch it is inserted on, and a conditional continues with its first branch', () => {
    const edge = { from: 'ok', to: 'tell', kind: 'branch', branch: 'false' } as const;
    const after = edits.insertOnEdge(sample(), edge, { id: 'again', action: 'conditional' }, descriptors);
    const byId = new Map(after.steps.map((step) => [step.id, step]));
    expect(byId.get('ok')?.params?.on_false).toEqual(['stop', 'again']);
    expect(byId.get('again')?.params?.on_true).toBe('tell');
  });
});

describe('removing', () => {
  it('removes edges and positions and keeps references as problems', () => {
    const after = edits.removeSteps(sample(), ['fetch', 'stop'], descriptors);
    const byId = new Map(after.steps.map((step) => [step.id, step]));
    expect(byId.get('tell')).not.toHaveProperty('depends_on');
    expect(byId.get('ok')?.params?.on_false).toBe('tell');
    expect(byId.get('all')?.params?.sources).toEqual(['fetch-2']);
    expect(byId.get('tell')?.params?.message).toBe('It is {{steps.fetch.error}}');
    expect(after.layout?.steps).not.toHaveProperty('fetch');
  });

  it('reconnects the neighbours around the removed steps', () => {
    const after = edits.removeSteps(sample(), ['tell'], descriptors, { reconnect: true });
    const byId = new Map(after.steps.map((step) => [step.id, step]));
    expect(byId.get('stop')?.depends_on).toEqual(['fetch']);
    expect(byId.get('ok')?.params?.on_false).toBe('stop');
  });
});

describe('reconnecting', () => {
  it('connects neighbours that are connected only by values', () => {
    const chain: PipelineDocument = {
      steps: [
        { id: 'a', action: 'log', params: { message: 'A' } },
        { id: 'b', action: 'log', params: { message: '{{steps.a.output}}' } },
        { id: 'c', action: 'log', params: { message: '{{steps.b.output}}' } },
      ],
    };
    const after = edits.removeSteps(chain, ['b'], descriptors, { reconnect: true });
    expect(after.steps[1]).toEqual({
      id: 'c',
      action: 'log',
      params: { message: '{{steps.b.output}}' },
      depends_on: ['a'],
    });
  });

  it('puts the steps after a removed one on the branch that led to it', () => {
    const branch: PipelineDocument = {
      steps: [
        { id: 'ask', action: 'conditional', params: { condition: 'true', on_true: 'b' } },
        { id: 'b', action: 'log', params: { message: 'B' } },
        { id: 'c', action: 'log', params: { message: 'C' }, depends_on: ['b'] },
      ],
    };
    const after = edits.removeSteps(branch, ['b'], descriptors, { reconnect: true });
    expect(after.steps[0]?.params?.on_true).toBe('c');
    expect(after.steps[1]).not.toHaveProperty('depends_on');
  });
});

describe('pasting', () => {
  it('makes ids unique and changes references among the pasted steps', () => {
    const before = sample();
    const clip = takeClip(
      before,
      { steps: ['fetch', 'tell'], notes: [], frames: [] },
      (id) => before.layout?.steps?.[id],
    );
    const pasted = edits.pasteSteps(before, clip, { at: { x: 24, y: 24 } }, descriptors);
    expect(pasted.steps).toEqual(['fetch_2', 'tell_2']);
    const tell = pasted.document.steps.at(-1);
    expect(tell?.depends_on).toEqual(['fetch_2']);
    expect(tell?.condition).toBe("steps.fetch_2.status == 'failed'");
    expect(pasted.document.layout?.steps?.tell_2).toEqual({ x: 704, y: 104 });
  });

  it('leaves out edges to missing steps', () => {
    const before = sample();
    const clip = takeClip(before, { steps: ['tell'], notes: ['note_1'], frames: [] }, () => ({ x: 5, y: 5 }));
    const pasted = edits.pasteSteps({ steps: [] }, clip, { at: { x: 100, y: 50 } }, descriptors);
    expect(pasted.document.steps[0]).not.toHaveProperty('depends_on');
    expect(pasted.document.layout?.steps?.tell).toEqual({ x: 105, y: 50 });
    expect(pasted.notes).toEqual(['note_1']);
  });

  it('gives two pasted steps with one id different ids', () => {
    const clip = {
      steps: [
        { id: 'a', action: 'log' },
        { id: 'a', action: 'log', depends_on: ['a'] },
      ],
      notes: [],
      frames: [],
      layout: {},
    };
    const pasted = edits.pasteSteps({ steps: [] }, clip, { at: { x: 0, y: 0 } }, descriptors);
    expect(pasted.steps).toEqual(['a', 'a_2']);
  });

  it.each([
    ['a step', '{"id": "x", "action": "log"}', ['x']],
    ['a step without an id', '{"action": "log", "params": {"message": "hi"}}', ['log']],
    ['a list of steps', '[{"id": "x", "action": "log"}, {"id": "y", "action": "wait"}]', ['x', 'y']],
    ['a whole pipeline', JSON.stringify(sample()), sample().steps.map(({ id }) => id)],
  ])('reads %s', (_what, text, ids) => {
    const read = readClip(text);
    expect(read.ok && read.clip.steps.map(({ id }) => id)).toEqual(ids);
  });

  it.each(['hello', '{"a": 1}', '42', '[]', '{"steps": [{"id": 1}]}'])(
    'says that %s contains no steps',
    (text) => {
      expect(readClip(text)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/contains no steps|has no steps/),
      });
    },
  );
});

describe('undo', () => {
  it('joins a burst of edits with one key into one entry', () => {
    let time = 0;
    const store = createEditorStore(sample(), { now: () => time });
    for (const text of ['h', 'he', 'hey']) {
      store.edit('Type', (d) => edits.setParam(d, 'tell', 'message', text), { coalesce: 'tell.message' });
      time += 300;
    }
    expect(store.getState().undo).toHaveLength(1);
    time += 5000;
    store.edit('Type', (d) => edits.setParam(d, 'tell', 'message', 'hey!'), { coalesce: 'tell.message' });
    expect(store.getState().undo).toHaveLength(2);
    store.undo();
    expect(store.getState().document.steps[3]?.params?.message).toBe('hey');
  });

  it('restores the selection, without deleted steps', () => {
    const store = createEditorStore(sample());
    store.select(selectSteps('fetch'));
    store.edit('Delete', (d) => edits.removeSteps(d, ['fetch'], descriptors));
    expect(store.getState().selection.steps).toEqual([]);
    store.undo();
    expect(store.getState().selection.steps).toEqual(['fetch']);
  });
});
