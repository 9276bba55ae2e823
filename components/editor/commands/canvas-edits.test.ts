import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { CARD_WIDTH } from '../model/card-size';
import { selectSteps } from '../model/selection';
import { type CanvasView, createSession } from '../session';
import { addAction } from './add-step';
import { copiedText, duplicate, pasteText } from './clipboard';
import type { CommandContext } from './command';
import { insertDragged, isLoose } from './drop-on-edge';
import { freePlace } from './place';

const document: PipelineDocument = {
  steps: [
    { id: 'a', action: 'log', params: { message: 'A' } },
    { id: 'b', action: 'log', params: { message: 'B' }, depends_on: ['a'] },
    { id: 'loose', action: 'log', params: { message: 'C' } },
  ],
  layout: { steps: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, loose: { x: 0, y: 400 } } },
};

/** An open pipeline on a canvas with the pointer at a place. */
function open(pointer?: { x: number; y: number }) {
  const session = createSession({ document, descriptors: catalogue.descriptors, pipelineId: 'p' });
  onTestFinished(session.flow.start());
  const view = {
    ...{ fit: vi.fn(), zoomTo: vi.fn(), zoomBy: vi.fn(), reveal: vi.fn(), focus: vi.fn() },
    center: () => ({ x: 132, y: 50 }),
    pointer: () => pointer,
  } satisfies CanvasView;
  session.view.set(view);
  const context: CommandContext = {
    ...{ session, lens: false },
    ...{ notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() },
  };
  const read = () => session.store.getState().document;
  return { session, context, view, read, place: (id: string) => read().layout?.steps?.[id] };
}

/** Whether two cards of this document cover each other. */
function covers(a: { x: number; y: number } | undefined, b: { x: number; y: number } | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.abs(a.x - b.x) < 264 && Math.abs(a.y - b.y) < 80;
}

describe('pasting', () => {
  it('puts the steps at the pointer', () => {
    const { session, context, place, view } = open({ x: 1000, y: 600 });
    session.store.select(selectSteps('a'));
    pasteText(context, copiedText(session));
    expect(place('a_2')).toEqual({ x: 872, y: 576 });
    expect(view.reveal).toHaveBeenCalledWith(['a_2']);
  });

  it('covers no card, also where the pointer is over one and when it is repeated', () => {
    const { session, context, place } = open({ x: 132, y: 40 });
    session.store.select(selectSteps('a'));
    const text = copiedText(session);
    pasteText(context, text);
    pasteText(context, text);
    const places = ['a', 'b', 'loose', 'a_2', 'a_3'].map(place);
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) expect(covers(one, other)).toBe(false);
    }
  });

  it('keeps pasted cards together', () => {
    const { session, context, place } = open();
    session.store.select(selectSteps('a', 'b'));
    pasteText(context, copiedText(session));
    const [a, b] = [place('a_2'), place('b_2')];
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBe(344);
    expect(b?.y).toBe(a?.y);
  });
});

describe('duplicating', () => {
  it('puts the copy beside the original', () => {
    const { session, context, place } = open();
    session.store.select(selectSteps('a'));
    duplicate.run(context);
    expect(covers(place('a'), place('a_2'))).toBe(false);
    expect(covers(place('b'), place('a_2'))).toBe(false);
  });
});

describe('a card that is dropped on an edge', () => {
  it('is inserted between its steps as one edit', () => {
    const { session, read, place } = open();
    const edge = session.flow.getEdges()[0]?.data?.edge;
    expect(isLoose(session, 'loose')).toBe(true);
    expect(isLoose(session, 'a')).toBe(false);
    session.flow.changeNodes([
      { id: 'loose', type: 'position', position: { x: 170, y: 10 }, dragging: true },
    ]);
    if (edge !== undefined) insertDragged(session, 'loose', edge);
    const after = new Map(read().steps.map((step) => [step.id, step.depends_on]));
    expect(after.get('loose')).toEqual(['a']);
    expect(after.get('b')).toEqual(['loose']);
    expect(covers(place('loose'), place('b'))).toBe(false);
    session.store.undo();
    expect(read()).toBe(document);
    expect(session.flow.getNodes().find(({ id }) => id === 'loose')?.position).toEqual({ x: 0, y: 400 });
  });
});

describe('an added step', () => {
  it('is below the strip that another card has while a run is shown', () => {
    const { session, place } = open();
    const action = catalogue.descriptors.find('wait');
    if (action === undefined) throw new Error('The catalogue has no action “wait”.');
    const id = addAction(session, action, { position: freePlace(session, { x: 0, y: 440 }) });
    // The card of a log step is 84 px high, the strip of a run 28 px, and 24 px are between cards.
    expect(place(id)?.y).toBeGreaterThanOrEqual(400 + 84 + 28 + 24);
  });

  it('leaves room for the labels of the branches beside it', () => {
    const { session, place } = open();
    const [conditional, wait] = ['conditional', 'wait'].map((type) => catalogue.descriptors.find(type));
    if (conditional === undefined || wait === undefined) throw new Error('The catalogue lacks an action.');
    const branching = addAction(session, conditional, { after: { id: 'b' } });
    const next = addAction(session, wait, { after: { id: branching, handle: 'true' } });
    // “false” with its button for a step is 76 px wide, and starts 12 px beside the card.
    expect((place(next)?.x ?? 0) - (place(branching)?.x ?? 0) - CARD_WIDTH).toBeGreaterThanOrEqual(88);
    const between = addAction(session, conditional, { edge: { from: 'a', to: 'b', kind: 'depends_on' } });
    expect((place('b')?.x ?? 0) - (place(between)?.x ?? 0) - CARD_WIDTH).toBeGreaterThanOrEqual(88);
  });

  it('is shown', () => {
    const { session, view } = open();
    const action = catalogue.descriptors.find('wait');
    if (action === undefined) throw new Error('The catalogue has no action “wait”.');
    const id = addAction(session, action, { after: { id: 'b' } });
    expect(view.reveal).toHaveBeenCalledWith([id]);
    expect(view.focus).toHaveBeenCalledWith(id);
  });
});
