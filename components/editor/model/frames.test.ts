import { describe, expect, it } from 'vitest';
import { type Frame, formatPipeline, importPipeline, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { formatClip, readClip, takeClip } from './clipboard';
import * as edits from './edits';
import { colorOf, foldedAround, frameAt, framesByStep, frameTitle, stepsIn } from './frames';
import { mergeDocuments } from './merge/merge-documents';

const { descriptors } = catalogue;

const load: Frame = { id: 'load', title: 'Load', x: 0, y: 0, width: 400, height: 200, steps: ['a', 'b'] };
const start: PipelineDocument = {
  steps: ['a', 'b', 'c'].map((id) => ({ id, action: 'log', params: { message: id } })),
  layout: {
    steps: { a: { x: 24, y: 52 }, b: { x: 24, y: 200 }, c: { x: 800, y: 0 } },
    frames: [load],
  },
};
const frames = (document: PipelineDocument) => document.layout?.frames;
const members = (document: PipelineDocument) => frames(document)?.map(({ id, steps }) => [id, steps]);

describe('a frame', () => {
  it('takes its steps out of other frames, and one that becomes empty is removed', () => {
    const around = (id: string, steps: string[]) => ({ id, x: 0.4, y: 0, width: 9, height: 9, steps });
    const shared = edits.addFrame(start, around('next', ['b', 'c']));
    expect(members(shared)).toEqual([
      ['load', ['a']],
      ['next', ['b', 'c']],
    ]);
    expect(frames(shared)?.[1]?.x).toBe(0);
    expect(members(edits.addFrame(start, around('all', ['a', 'b'])))).toEqual([['all', ['a', 'b']]]);
  });

  it('follows the ids of its steps, and loses deleted ones', () => {
    const renamed = edits.renameStep(start, 'a', 'first', descriptors);
    expect(members(renamed)).toEqual([['load', ['first', 'b']]]);
    expect(members(edits.removeSteps(start, ['b'], descriptors))).toEqual([['load', ['a']]]);
  });

  it('keeps its steps when it is removed', () => {
    const without = edits.removeFrames(start, ['load']);
    expect(without.steps).toBe(start.steps);
    expect(without.layout).toEqual({ steps: start.layout?.steps });
  });

  it('is joined and left by steps, and unchanged when none moved', () => {
    const moved = edits.placeInFrames(
      start,
      new Map([
        ['a', undefined],
        ['c', 'load'],
      ]),
    );
    expect(members(moved)).toEqual([['load', ['b', 'c']]]);
    expect(
      edits.placeInFrames(
        start,
        new Map([
          ['a', 'load'],
          ['c', undefined],
        ]),
      ),
    ).toBe(start);
  });

  it('grows around its steps', () => {
    const box = (id: string) => {
      const at = start.layout?.steps?.[id];
      return at && { ...at, width: 264, height: 100 };
    };
    expect(frames(edits.fitFrames(start, ['a'], box))?.[0]).toMatchObject({ width: 400, height: 324 });
    expect(edits.fitFrames(start, ['c'], box)).toBe(start);
  });

  it('is found by its area, unless it is collapsed', () => {
    const inner = { id: 'inner', x: 10, y: 10, width: 50, height: 50 };
    const nested = edits.addFrame(start, inner);
    expect(frameAt(nested, { x: 20, y: 20 })?.id).toBe('inner');
    expect(frameAt(nested, { x: 300, y: 20 })?.id).toBe('load');
    expect(frameAt(nested, { x: 500, y: 20 })).toBeUndefined();
    const folded = edits.updateFrame(start, 'load', { collapsed: true });
    expect(frameAt(folded, { x: 20, y: 20 })).toBeUndefined();
    expect(foldedAround(folded, 'a')?.id).toBe('load');
    expect(foldedAround(folded, 'c')).toBeUndefined();
  });

  it('has the first colour and a title also where the document has none that is known', () => {
    expect(colorOf({ ...load, color: 'plaid' })).toBe('gray');
    expect(colorOf({ ...load, color: 'pink' })).toBe('pink');
    expect(frameTitle({ ...load, title: ' ' })).toBe('Frame');
  });

  it('lists a step that is in several frames only in the first, and no step that is missing', () => {
    const second = { ...load, id: 'second', steps: ['b', 'c', 'gone'] };
    const document = { ...start, layout: { ...start.layout, frames: [load, second] } };
    expect(framesByStep(document).get('b')?.id).toBe('load');
    expect(stepsIn(document, second)).toEqual(['c']);
  });
});

describe('copying a frame', () => {
  it('copies its steps, through the clipboard too', () => {
    const clip = takeClip(
      start,
      { steps: [], notes: [], frames: ['load'] },
      (id) => start.layout?.steps?.[id],
    );
    const read = readClip(formatClip(clip));
    if (!read.ok) throw new Error(read.message);
    const pasted = edits.pasteSteps(start, read.clip, { at: { x: 1000, y: 500 } }, descriptors);
    expect(members(pasted.document)).toEqual([
      ['load', ['a', 'b']],
      ['frame_2', ['a_2', 'b_2']],
    ]);
    expect(pasted.frames).toEqual(['frame_2']);
    expect(pasted.document.layout?.steps?.a_2).toEqual({ x: 1024, y: 552 });
  });
});

describe('frames that two tabs change', () => {
  const merge = (mine: PipelineDocument, theirs: PipelineDocument) =>
    mergeDocuments({ base: start, mine, theirs }, descriptors);

  it('keep what both did', () => {
    const mine = edits.updateFrame(edits.placeInFrames(start, new Map([['c', 'load']])), 'load', { x: 40 });
    const theirs = edits.updateFrame(edits.placeInFrames(start, new Map([['a', undefined]])), 'load', {
      x: 80,
      title: 'Loading',
    });
    const { document, conflicts } = merge(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(frames(document)).toEqual([{ ...load, x: 40, title: 'Loading', steps: ['b', 'c'] }]);
  });

  it('are both kept when they were added under one id', () => {
    const add = (title: string) =>
      edits.addFrame(start, { id: 'frame_2', x: 0, y: 0, width: 1, height: 1, title });
    const { document, conflicts } = merge(add('Mine'), add('Theirs'));
    expect(conflicts).toEqual([]);
    expect(
      frames(document)
        ?.map(({ id, title }) => `${id} ${title}`)
        .sort(),
    ).toEqual(['frame_2 Theirs', 'frame_3 Mine', 'load Load']);
  });

  it('are removed although the other moved them or steps into them, and conflict in the title', () => {
    const moved = edits.placeInFrames(
      edits.moveItems(start, { frames: { load: { x: 9, y: 9 } } }),
      new Map([['c', 'load']]),
    );
    const { document, conflicts } = merge(edits.removeFrames(start, ['load']), moved);
    expect(conflicts).toEqual([]);
    expect(frames(document)).toBeUndefined();
    const title = (text: string) => edits.updateFrame(start, 'load', { title: text });
    expect(merge(title('One'), title('Two')).conflicts).toMatchObject([
      { path: ['layout', 'frames', 'load', 'title'], mine: 'One', theirs: 'Two' },
    ]);
  });
});

it('survives export and import, with keys that are not known', () => {
  const document = {
    ...start,
    layout: { ...start.layout, frames: [{ ...load, tag: 'x', collapsed: true }] },
  };
  const read = importPipeline(formatPipeline(document));
  expect(read.ok && read.document).toEqual(document);
});
