// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { completed, created, journal, started } from '@/components/run-state/testing/run-events';
import { stopClock } from '@/components/ui/testing/stop-clock';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { addAction } from '../commands/add-step';
import { duplicate } from '../commands/clipboard';
import { resizeFrame } from '../commands/frame-members';
import { foldSelected, frameSelected, toggleFrame, unframeSelected } from '../commands/frames';
import { layOut } from '../commands/lay-out';
import { keepMoved, keyInMoveMode, moveSelected } from '../commands/move-mode';
import { removeSelected } from '../commands/remove';
import { openInTest } from '../form/testing/open-in-test';
import { FrameInspector } from '../inspector/frame-inspector';
import { moveItems } from '../model/edits';
import { selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { CanvasFrame } from './canvas-frame';
import { worstStatus } from './frame-status';

const log = (id: string, after: string[] = []) => ({
  ...{ id, name: `Step ${id}`, action: 'log', params: { message: id } },
  ...(after.length === 0 ? {} : { depends_on: after }),
});
const document: PipelineDocument = {
  steps: [log('a'), log('b', ['a']), log('c', ['a', 'b']), log('d', ['c', 'b'])],
  layout: {
    steps: { a: { x: 0, y: 100 }, b: { x: 400, y: 100 }, c: { x: 800, y: 100 }, d: { x: 1400, y: 100 } },
    frames: [{ id: 'f', title: 'Middle', x: 376, y: 48, width: 712, height: 180, steps: ['b', 'c'] }],
  },
};

/** Stands for the browser's own, which jsdom lacks: nothing changes its size. */
class SizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', SizeObserver);
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (given = document) => openInTest(given, catalogue.descriptors, <CanvasFrame />);
const contextOf = (session: EditorSession) => ({
  ...{ session, lens: false, notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() },
});
const frame = (session: EditorSession) => session.store.getState().document.layout?.frames?.[0];
const place = (session: EditorSession, id: string) => session.store.getState().document.layout?.steps?.[id];
const drag = ({ flow }: EditorSession, id: string, x: number, y: number) =>
  act(() => flow.changeNodes([{ id, type: 'position', position: { x, y }, dragging: true }]));
const inFrame = () => screen.getByRole('group', { name: /^Middle/ });

describe('a frame', () => {
  it('is put around the selected steps, opens its title, and is removed without its steps', () => {
    const session = open({ ...document, layout: { steps: document.layout?.steps ?? {} } });
    act(() => session.store.select(selectSteps('a', 'b')));
    act(() => frameSelected.run(contextOf(session)));
    expect(frame(session)).toMatchObject({ id: 'frame_1', steps: ['a', 'b'], x: -24, y: 48, width: 712 });
    expect(session.store.getState().selection.frames).toEqual(['frame_1']);
    const field = screen.getByRole('textbox', { name: 'Title of the frame' });
    fireEvent.change(field, { target: { value: 'Both' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(frame(session)?.title).toBe('Both');
    act(() => unframeSelected.run(contextOf(session)));
    expect(frame(session)).toBeUndefined();
    expect(session.store.getState().document.steps).toHaveLength(4);
    expect(session.store.getState().selection.steps).toEqual(['a', 'b']);
    act(() => session.store.undo());
    expect(frame(session)?.title).toBe('Both');
  });

  it('keeps its steps when it is deleted, and is duplicated with them', () => {
    const session = open();
    act(() => session.store.select({ frames: ['f'] }));
    act(() => duplicate.run(contextOf(session)));
    expect(session.store.getState().document.layout?.frames?.[1]?.steps).toEqual(['b_2', 'c_2']);
    expect(session.store.getState().selection).toMatchObject({ steps: [], frames: ['frame_2'] });
    act(() => removeSelected.run(contextOf(session)));
    expect(session.store.getState().document.layout?.frames).toHaveLength(1);
    expect(session.store.getState().document.steps).toHaveLength(6);
  });

  it('takes in a step that is inserted on an edge inside it, and grows around the steps that move', () => {
    const session = open();
    const action = catalogue.descriptors.find('wait');
    const edge = session.flow.getEdges().find(({ source, target }) => source === 'b' && target === 'c');
    if (action === undefined || edge?.data === undefined) throw new Error('There is no such edge.');
    const { data } = edge;
    act(() => void addAction(session, action, { edge: data.edge }));
    expect(frame(session)?.steps).toEqual(['b', 'c', 'wait']);
    const right = (frame(session)?.x ?? 0) + (frame(session)?.width ?? 0);
    expect(right).toBeGreaterThanOrEqual((place(session, 'c')?.x ?? 0) + 264);
  });

  it('moves its steps when it is dragged, as one edit', () => {
    const session = open();
    drag(session, 'frame:f', 476, 148);
    expect(session.flow.getNodes().find(({ id }) => id === 'b')?.position).toEqual({ x: 500, y: 200 });
    act(() => keepMoved(session));
    expect(frame(session)).toMatchObject({ x: 476, y: 148, steps: ['b', 'c'] });
    expect([place(session, 'b'), place(session, 'c')]).toEqual([
      { x: 500, y: 200 },
      { x: 900, y: 200 },
    ]);
    expect(place(session, 'a')).toEqual({ x: 0, y: 100 });
    act(() => session.store.undo());
    expect(session.store.getState().document).toBe(document);
  });

  it('is joined and left by steps that are dragged', () => {
    const session = open();
    drag(session, 'd', 700, 110);
    act(() => keepMoved(session));
    expect(frame(session)?.steps).toEqual(['b', 'c', 'd']);
    drag(session, 'b', 400, 900);
    act(() => keepMoved(session));
    expect(frame(session)?.steps).toEqual(['c', 'd']);
  });

  it('takes the steps that it covers when it is resized', () => {
    const session = open();
    act(() => resizeFrame(session, 'f', { x: 700, y: 48, width: 1000, height: 180 }));
    expect(frame(session)).toMatchObject({ x: 700, width: 1000, steps: ['c', 'd'] });
  });

  it('moves with the arrow keys, and in the move mode', () => {
    stopClock();
    const session = open();
    fireEvent.keyDown(inFrame(), { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(inFrame(), { key: 'ArrowDown' });
    expect(frame(session)).toMatchObject({ x: 440, y: 56 });
    expect(place(session, 'b')).toEqual({ x: 464, y: 108 });
    expect(session.store.getState().undo).toHaveLength(1);
    act(() => session.store.select({ frames: ['f'] }));
    act(() => moveSelected.run(contextOf(session)));
    act(() => void keyInMoveMode(session, 'ArrowLeft', true));
    act(() => void keyInMoveMode(session, 'Enter', false));
    expect([frame(session)?.x, place(session, 'c')?.x]).toEqual([376, 800]);
  });

  it('is renamed with F2', () => {
    const session = open();
    fireEvent.keyDown(inFrame(), { key: 'F2' });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title of the frame' });
    expect(field.value).toBe('Middle');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(frame(session)?.title).toBe('Middle');
  });
});

describe('arranging', () => {
  it('keeps frames whole, and their areas around their steps', async () => {
    const session = open();
    act(() => layOut.run(contextOf(session)));
    await waitFor(() => expect(session.store.getState().undo).toHaveLength(1));
    const [area, b, d] = [frame(session), place(session, 'b'), place(session, 'd')];
    expect(b?.x).toBe((area?.x ?? 0) + 24);
    expect(d?.x).toBeGreaterThan((area?.x ?? 0) + (area?.width ?? 0));
    expect(area?.steps).toEqual(['b', 'c']);
  });

  it('arranges inside a selected frame, which grows around its steps', async () => {
    const session = open();
    act(() => session.store.edit('Move', (now) => moveItems(now, { steps: { c: { x: 400, y: 900 } } })));
    act(() => session.store.select({ frames: ['f'] }));
    act(() => layOut.run(contextOf(session)));
    await waitFor(() => expect(session.store.getState().undo).toHaveLength(2));
    expect(place(session, 'c')?.y).toBe(place(session, 'b')?.y);
    expect(place(session, 'a')).toEqual({ x: 0, y: 100 });
    const area = frame(session);
    expect((area?.x ?? 0) + (area?.width ?? 0)).toBeGreaterThan((place(session, 'c')?.x ?? 0) + 264);
  });
});

describe('a collapsed frame', () => {
  it('is one card, where edges to the outside end once', () => {
    const session = open();
    act(() => session.store.select({ frames: ['f'] }));
    act(() => foldSelected.run(contextOf(session)));
    expect(session.flow.getNodes().map(({ id }) => id)).toEqual(['a', 'frame:f', 'd']);
    expect(
      session.flow.getEdges().map(({ source, target, data }) => [source, target, data?.joined?.length]),
    ).toEqual([
      ['a', 'frame:f', 1],
      ['frame:f', 'd', 1],
    ]);
    expect(session.flow.getEdges()[0]?.ariaLabel).toContain('of the frame Middle');
    expect(screen.getByRole('group', { name: 'Middle, 2 steps, collapsed' }).textContent).toContain(
      '2 steps',
    );
    const edges = session.flow.getEdges();
    act(() => session.store.select(selectSteps('a')));
    expect(session.flow.getEdges()[0]).toBe(edges[0]);
    fireEvent.keyDown(inFrame(), { key: 'Enter' });
    expect(frame(session)).not.toHaveProperty('collapsed');
    expect(session.flow.getNodes()).toHaveLength(5);
  });

  it('moves its hidden steps', () => {
    const session = open();
    act(() => toggleFrame(session, 'f'));
    drag(session, 'frame:f', 376, 448);
    act(() => keepMoved(session));
    expect(place(session, 'c')).toEqual({ x: 800, y: 500 });
    expect(frame(session)?.steps).toEqual(['b', 'c']);
  });

  it('has the worst status of its steps in a run, as text', () => {
    const folded = {
      ...document,
      layout: { ...document.layout, frames: [{ ...document.layout?.frames?.[0], collapsed: true }] },
    };
    const events = journal(
      ...([
        [0, created],
        [1, { type: 'run_started' }],
        [2, started('b')],
        [3, completed('b')],
        [4, started('c')],
      ] as const),
    );
    openInTest(
      folded as PipelineDocument,
      catalogue.descriptors,
      <TestLens events={events} document={document}>
        <CanvasFrame />
      </TestLens>,
    );
    const card = screen.getByRole('group', { name: 'Middle, 2 steps, collapsed, running' });
    expect(card.textContent).toContain('Running');
    expect(card.querySelector('[data-status="running"]')).not.toBeNull();
  });
});

it('is in the minimap, expanded and collapsed', () => {
  const session = open();
  const drawn = () =>
    [...globalThis.document.querySelectorAll<SVGPathElement>('[data-minimap] path')].map(
      ({ dataset }) => dataset.frameColor ?? dataset.category,
    );
  expect(drawn()).toEqual(['gray', 'control']);
  act(() => toggleFrame(session, 'f'));
  expect(drawn()).toEqual(['control', 'gray']);
});

it('has a title, a colour and its steps in the inspector', () => {
  const session = openInTest(document, catalogue.descriptors, <FrameInspector id="f" />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Two' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Pink' }));
  expect(frame(session)).toMatchObject({ title: 'Two', color: 'pink' });
  fireEvent.click(screen.getByRole('button', { name: 'Fit to steps' }));
  expect(frame(session)).toMatchObject({ x: 376, y: 48 });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Step b b',
    'Step c c',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  expect(frame(session)?.collapsed).toBe(true);
});

it('orders statuses by how much they need a person', () => {
  expect(worstStatus(['completed', 'running', 'failed'])).toBe('failed');
  expect(worstStatus(['completed', 'pending'])).toBe('pending');
  expect(worstStatus(['skipped', 'completed'])).toBe('completed');
  expect(worstStatus([])).toBeUndefined();
});
