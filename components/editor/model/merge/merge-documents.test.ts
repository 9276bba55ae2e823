import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import * as edits from '../edits';
import { newStepId } from '../step-ids';
import { mergeDocuments, NO_BASE, withConflictResolved } from './merge-documents';

/** Of random documents and edits. */
const SEED = 20_261_122;

const descriptors = indexDescriptors(catalogue.descriptors.all);

const start: PipelineDocument = {
  name: 'Orders',
  params: { region: { type: 'string', default: 'north' } },
  steps: [
    { id: 'call', name: 'Call', action: 'http_request', params: { url: 'https://a.test', method: 'GET' } },
    {
      id: 'note',
      action: 'log',
      params: { message: '{{steps.call.output.status_code}}' },
      depends_on: ['call'],
    },
    { id: 'rest', action: 'wait', params: { duration: 5 }, depends_on: ['note'] },
  ],
  layout: { steps: { call: { x: 0, y: 0 }, note: { x: 300, y: 0 } } },
};

type Edit = (document: PipelineDocument) => PipelineDocument;

const mergeOf = (mine: PipelineDocument, theirs: PipelineDocument, base = start) =>
  mergeDocuments({ base, mine, theirs }, descriptors);
const setUrl =
  (url: string): Edit =>
  (document) =>
    edits.setParam(document, 'call', 'url', url);
const setMessage =
  (message: string): Edit =>
  (document) =>
    edits.setParam(document, 'note', 'message', message);
const textOf = formatPipeline;

describe('a merge of two edits', () => {
  it('keeps edits of different steps', () => {
    const { document, conflicts } = mergeOf(setUrl('https://b.test')(start), setMessage('Done')(start));
    expect(conflicts).toEqual([]);
    expect(textOf(document)).toBe(textOf(setMessage('Done')(setUrl('https://b.test')(start))));
  });

  it('keeps edits of different parameters of one step', () => {
    const theirs = edits.setParam(start, 'call', 'method', 'POST');
    const { document, conflicts } = mergeOf(setUrl('https://b.test')(start), theirs);
    expect(conflicts).toEqual([]);
    expect(document.steps[0]?.params).toEqual({ url: 'https://b.test', method: 'POST' });
  });

  it('reports a parameter that both changed, and keeps the own value', () => {
    const { document, conflicts } = mergeOf(
      setUrl('https://mine.test')(start),
      setUrl('https://theirs.test')(start),
    );
    expect(conflicts).toEqual([
      {
        path: ['steps', 'call', 'params', 'url'],
        base: 'https://a.test',
        mine: 'https://mine.test',
        theirs: 'https://theirs.test',
      },
    ]);
    expect(document.steps[0]?.params?.url).toBe('https://mine.test');
  });

  it('has no conflict where both made the same edit', () => {
    const same = setUrl('https://b.test')(start);
    const { document, conflicts } = mergeOf(same, structuredClone(same));
    expect(conflicts).toEqual([]);
    expect(document).toBe(same);
  });

  it('keeps both steps that were added under one id', () => {
    const add =
      (message: string): Edit =>
      (document) =>
        edits.addStep(document, { id: 'log', action: 'log', params: { message } }, descriptors);
    const { document, conflicts } = mergeOf(add('mine')(start), add('theirs')(start));
    expect(conflicts).toEqual([]);
    expect(document.steps.map(({ id, params }) => [id, params?.message]).slice(3)).toEqual([
      ['log_2', 'mine'],
      ['log', 'theirs'],
    ]);
  });

  it('applies an edit to the step that the other side renamed', () => {
    const renamed = edits.renameStep(start, 'call', 'fetch', descriptors);
    for (const [mine, theirs] of [
      [renamed, setUrl('https://b.test')(start)],
      [setUrl('https://b.test')(start), renamed],
    ] as const) {
      const { document, conflicts } = mergeOf(mine, theirs);
      expect(conflicts).toEqual([]);
      expect(document.steps.map(({ id }) => id)).toEqual(['fetch', 'note', 'rest']);
      expect(document.steps[0]?.params?.url).toBe('https://b.test');
      expect(document.steps[1]?.params?.message).toBe('{{steps.fetch.output.status_code}}');
      expect(document.layout?.steps?.fetch).toEqual({ x: 0, y: 0 });
    }
  });

  it('rewrites a reference to a step that the other side renamed meanwhile', () => {
    const renamed = edits.renameStep(start, 'call', 'fetch', descriptors);
    const mine = edits.setParam(start, 'rest', 'duration', '{{steps.call.output.duration_ms}}');
    expect(mergeOf(mine, renamed).document.steps[2]?.params?.duration).toBe(
      '{{steps.fetch.output.duration_ms}}',
    );
  });

  it('reports two names for one step, and renames it everywhere when theirs is chosen', () => {
    const mine = edits.renameStep(start, 'call', 'fetch', descriptors);
    const theirs = edits.renameStep(start, 'call', 'ask', descriptors);
    const { document, conflicts } = mergeOf(mine, theirs);
    expect(conflicts).toEqual([
      { path: ['steps', 'fetch', 'id'], base: 'call', mine: 'fetch', theirs: 'ask' },
    ]);
    const [conflict] = conflicts;
    if (conflict === undefined) throw new Error('There is a conflict.');
    expect(textOf(withConflictResolved(document, conflict, 'theirs', descriptors))).toBe(textOf(theirs));
    expect(withConflictResolved(document, conflict, 'mine', descriptors)).toBe(document);
  });

  it('keeps a step that one side deleted and the other changed, until a person decides', () => {
    const without = edits.removeSteps(start, ['call'], descriptors);
    const changed = setUrl('https://b.test')(start);
    const mineGone = mergeOf(without, changed);
    expect(mineGone.conflicts).toMatchObject([{ path: ['steps', 'call'], mine: undefined }]);
    expect(mineGone.document.steps.some(({ id }) => id === 'call')).toBe(true);
    const theirsGone = mergeOf(changed, without);
    expect(theirsGone.conflicts).toMatchObject([{ path: ['steps', 'call'], theirs: undefined }]);
    const [conflict] = theirsGone.conflicts;
    if (conflict === undefined) throw new Error('There is a conflict.');
    const resolved = withConflictResolved(theirsGone.document, conflict, 'theirs', descriptors);
    expect(resolved.steps.map(({ id }) => id)).toEqual(['note', 'rest']);
  });

  it('deletes a step that the other side left alone or only moved', () => {
    const without = edits.removeSteps(start, ['call'], descriptors);
    const moved = edits.moveItems(start, { steps: { call: { x: 900, y: 40 } } });
    for (const sides of [mergeOf(without, moved), mergeOf(moved, without)]) {
      expect(sides.conflicts).toEqual([]);
      expect(sides.document.steps.map(({ id }) => id)).toEqual(['note', 'rest']);
    }
  });

  it('joins dependencies that were added and removed', () => {
    const mine = edits.connect(start, { from: 'call', handle: 'out', to: 'rest' }, descriptors);
    const theirs = edits.disconnect(start, { from: 'note', to: 'rest', kind: 'depends_on' }, descriptors);
    const { document, conflicts } = mergeOf(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(document.steps[2]?.depends_on).toEqual(['call']);
  });

  it('never asks about positions: the own one counts', () => {
    const to = (x: number) => edits.moveItems(start, { steps: { call: { x, y: 0 } } });
    const { document, conflicts } = mergeOf(to(10), to(20));
    expect(conflicts).toEqual([]);
    expect(document.layout?.steps?.call?.x).toBe(10);
  });

  it('without a known base keeps every step, and reports what differs', () => {
    const mine = { steps: [start.steps[0], start.steps[2]] } as PipelineDocument;
    const theirs = setUrl('https://b.test')({ steps: start.steps.slice(0, 2) });
    const { document, conflicts } = mergeOf(mine, theirs, NO_BASE);
    expect(document.steps.map(({ id }) => id).sort()).toEqual(['call', 'note', 'rest']);
    expect(conflicts.map(({ path }) => path.join('.'))).toEqual(['steps.call.params.url']);
  });
});

/** One edit of each kind; `at` chooses a step, `word` a value. */
const KINDS: readonly ((document: PipelineDocument, id: string, word: string) => PipelineDocument)[] = [
  (document, id, word) => edits.setParam(document, id, 'message', word),
  (document, id, word) => edits.setParam(document, id, `extra_${word}`, { [word]: [word] }),
  (document, id) => edits.setParam(document, id, 'message', undefined),
  (document, id, word) => edits.setStepField(document, id, 'name', word),
  (document, id, word) => edits.setStepField(document, id, 'condition', `params.${word} == 1`),
  (document, id, word) => edits.renameStep(document, id, newStepId(document, `${id}_${word}`), descriptors),
  (document, id) => edits.removeSteps(document, [id], descriptors),
  (document, id, word) =>
    edits.addStep(
      document,
      { id: newStepId(document, word), action: 'log', params: { message: word }, after: { id } },
      descriptors,
    ),
  (document, id) => edits.moveItems(document, { steps: { [id]: { x: 7, y: 9 } } }),
  (document, _id, word) => edits.setPipelineField(document, 'description', word),
  (document, _id, word) => edits.setDeclaredParam(document, word, { type: 'string', default: word }),
  (document, id) => edits.toggleDisabled(document, [id]),
];

const word = fc.constantFrom('red', 'green', 'blue', 'grey');
const someEdits = fc.array(fc.record({ kind: fc.nat(KINDS.length - 1), at: fc.nat(), word }), {
  maxLength: 6,
});
const documents = fc.integer({ min: 0, max: 8 }).map(
  (count): PipelineDocument => ({
    name: 'Random',
    steps: Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      action: 'log',
      params: { message: `text ${index}` },
      ...(index > 0 ? { depends_on: [`s${index - 1}`] } : {}),
    })),
  }),
);

function apply(document: PipelineDocument, list: readonly { kind: number; at: number; word: string }[]) {
  return list.reduce((current, { kind, at, word: value }) => {
    const step = current.steps[at % Math.max(1, current.steps.length)];
    return step === undefined ? current : (KINDS[kind]?.(current, step.id, value) ?? current);
  }, document);
}

describe(`for random edits of two sides (seed ${SEED})`, () => {
  const options = { seed: SEED, numRuns: 600 };
  const sides = fc.tuple(documents, someEdits, someEdits);

  it('a merge with an unchanged side is the other side, byte for byte', () => {
    fc.assert(
      fc.property(documents, someEdits, (base, list) => {
        const edited = apply(base, list);
        expect(mergeOf(edited, base, base)).toEqual({ document: edited, conflicts: [] });
        expect(textOf(mergeOf(edited, structuredClone(base), base).document)).toBe(textOf(edited));
        expect(textOf(mergeOf(base, edited, base).document)).toBe(textOf(edited));
        expect(textOf(mergeOf(edited, structuredClone(edited), base).document)).toBe(textOf(edited));
      }),
      options,
    );
  });

  it('a merge has every step once, and every value is of one of both sides', () => {
    fc.assert(
      fc.property(sides, ([base, one, two]) => {
        const [mine, theirs] = [apply(base, one), apply(base, two)];
        const { document } = mergeOf(mine, theirs, base);
        const ids = document.steps.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const texts = (each: PipelineDocument) => each.steps.map(({ params }) => params?.message);
        const known = new Set([...texts(mine), ...texts(theirs)]);
        for (const text of texts(document)) expect(known.has(text)).toBe(true);
      }),
      options,
    );
  });

  it('merging again after every conflict is resolved asks nothing', () => {
    fc.assert(
      fc.property(sides, fc.constantFrom('mine' as const, 'theirs' as const), ([base, one, two], choice) => {
        const [mine, theirs] = [apply(base, one), apply(base, two)];
        const merged = mergeOf(mine, theirs, base);
        const resolved = merged.conflicts.reduce(
          (current, conflict) => withConflictResolved(current, conflict, choice, descriptors),
          merged.document,
        );
        expect(mergeOf(resolved, theirs, theirs)).toEqual({ document: resolved, conflicts: [] });
      }),
      options,
    );
  });

  it('edits of different steps never conflict, and give what one person would have made', () => {
    const apart = KINDS.slice(0, 5);
    const edit = fc.record({ kind: fc.nat(apart.length - 1), word });
    fc.assert(
      fc.property(fc.array(edit), fc.array(edit), (one, two) => {
        const on = (id: string, list: typeof one) => (document: PipelineDocument) =>
          list.reduce((current, each) => apart[each.kind]?.(current, id, each.word) ?? current, document);
        const [mine, theirs] = [on('call', one), on('note', two)];
        const { document, conflicts } = mergeOf(mine(start), theirs(start));
        expect(conflicts).toEqual([]);
        expect(textOf(document)).toBe(textOf(theirs(mine(start))));
      }),
      options,
    );
  });
});
