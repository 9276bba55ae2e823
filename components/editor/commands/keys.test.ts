import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { connect, moveItems, setParam } from '../model/edits';
import { selectSteps } from '../model/selection';
import { createSession, type EditorSession } from '../session';
import { type CommandContext, isEnabled } from './command';
import { COMMANDS } from './index';
import { handleKey, type KeyPlace, leaveMode } from './keys';
import { removeNow } from './remove';

const document: PipelineDocument = {
  steps: [
    { id: 'a', action: 'log', params: { message: 'A' } },
    { id: 'b', action: 'log', params: { message: 'B' }, depends_on: ['a'] },
    { id: 'c', action: 'log', params: { message: '{{steps.b.output}}' } },
  ],
  layout: { steps: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, c: { x: 688, y: 0 } } },
};
const onCanvas: KeyPlace = {
  onCanvas: true,
  inText: false,
  inOverlay: false,
  inOutline: false,
  nowhere: false,
};
const inOutline: KeyPlace = { ...onCanvas, onCanvas: false, inOutline: true };
const inText: KeyPlace = { ...onCanvas, onCanvas: false, inText: true };
const nowhere: KeyPlace = { ...onCanvas, onCanvas: false, nowhere: true };

let session: EditorSession;
let context: CommandContext;
let stop: () => void;

beforeEach(() => {
  session = createSession({ document, descriptors: catalogue.descriptors, pipelineId: 'p' });
  stop?.();
  stop = session.flow.start();
  context = { session, lens: false, notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() };
});

function press(
  key: string,
  change: { shiftKey?: boolean; ctrlKey?: boolean } = {},
  place = onCanvas,
): boolean {
  return handleKey(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...change },
    place,
    context,
  );
}

const steps = () => session.store.getState().document.steps.map(({ id }) => id);
const position = (id: string) => session.store.getState().document.layout?.steps?.[id];

const dependencies = (id: string) =>
  session.store.getState().document.steps.find((step) => step.id === id)?.depends_on;
const notice = () => vi.mocked(context.notify).mock.lastCall?.[0];

/** Makes the third step run after the second without reading it. */
function connectAll(): void {
  session.store.edit('Connect', (current) =>
    connect(
      setParam(current, 'c', 'message', 'C'),
      { from: 'b', handle: 'out', to: 'c' },
      session.descriptors,
    ),
  );
}

describe('keys on the canvas', () => {
  it('have no effect in a text field', () => {
    session.store.select(selectSteps('a'));
    expect(press('d', {}, inText)).toBe(false);
    expect(press('Delete', {}, inText)).toBe(false);
    expect(steps()).toEqual(['a', 'b', 'c']);
  });

  it('have no effect while no element has the focus, as after a dialog closed', () => {
    session.store.select(selectSteps('a'));
    for (const key of ['d', 'o', 't', 'a', '?', '/', '1', 'Delete', 'ArrowRight']) {
      expect(press(key, {}, nowhere), key).toBe(false);
    }
    expect(session.store.getState().document).toBe(document);
    expect(session.store.getState().selection.steps).toEqual(['a']);
  });

  it('delete and duplicate in the outline, where characters look for a step', () => {
    session.store.select(selectSteps('a'));
    for (const key of ['d', 'm', 'c', 'a', 'ArrowRight']) expect(press(key, {}, inOutline), key).toBe(false);
    expect(press('d', { ctrlKey: true }, inOutline)).toBe(true);
    expect(steps()).toHaveLength(4);
    expect(press('Delete', {}, inOutline)).toBe(true);
    expect(steps()).toEqual(['a', 'b', 'c']);
  });

  it('leave a shown run with Escape also while no element has the focus', () => {
    context = { ...context, lens: true };
    expect(press('Escape', {}, nowhere)).toBe(true);
    expect(context.exitLens).toHaveBeenCalled();
  });

  it('leave a shown run with one Escape while a step is selected, which stays selected for its edit', () => {
    context = { ...context, lens: true };
    session.store.select(selectSteps('a'));
    press('Escape');
    expect(context.exitLens).toHaveBeenCalledOnce();
    expect(session.store.getState().selection.steps).toEqual(['a']);
  });

  it('clear the selection with Escape while no run is shown', () => {
    session.store.select(selectSteps('a'));
    press('Escape');
    expect(session.store.getState().selection.steps).toEqual([]);
  });

  it('run the pipeline from anywhere', () => {
    expect(press('Enter', { ctrlKey: true }, inText)).toBe(true);
    expect(context.startRun).toHaveBeenCalled();
  });

  it('go to the nearest step with the arrows', () => {
    press('ArrowRight');
    expect(session.store.getState().selection.steps).toEqual(['a']);
    press('ArrowRight');
    expect(session.store.getState().selection.steps).toEqual(['b']);
  });

  it('delete and reconnect, and offer the deletion without that', () => {
    connectAll();
    session.store.select(selectSteps('b'));
    press('Delete');
    expect(steps()).toEqual(['a', 'c']);
    expect(dependencies('c')).toEqual(['a']);
    expect(context.notify).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Deleted Log', detail: 'Connected Log to Log.' }),
    );
    notice()?.secondAction?.onSelect();
    expect(steps()).toEqual(['a', 'c']);
    expect(dependencies('c')).toBeUndefined();
    notice()?.action?.onSelect();
    expect(steps()).toEqual(['a', 'b', 'c']);
    expect(dependencies('c')).toEqual(['b']);
  });

  it('delete without reconnecting', () => {
    connectAll();
    session.store.select(selectSteps('b'));
    press('Delete', { ctrlKey: true });
    expect(dependencies('c')).toBeUndefined();
    expect(notice()?.secondAction).toBeUndefined();
  });

  it('revert a deletion from its message only while nothing was edited since', () => {
    connectAll();
    session.store.select(selectSteps('b'));
    press('Delete');
    const undo = notice()?.action;
    session.store.edit('Rename', (current) => ({ ...current, name: 'Other' }));
    undo?.onSelect();
    expect(steps()).toEqual(['a', 'c']);
    expect(notice()?.title).toContain('was edited since');
  });

  it('show the fields that read a step before it is deleted', () => {
    session.store.select(selectSteps('b'));
    press('Delete');
    expect(session.store.getState().document).toBe(document);
    const request = session.interaction.get().removal;
    expect(request?.readers).toEqual([{ step: 'c', path: 'params.message', reads: 'b' }]);
    if (request !== undefined) removeNow(context, request);
    expect(steps()).toEqual(['a', 'c']);
    expect(dependencies('c')).toEqual(['a']);
    press('z', { ctrlKey: true });
    expect(session.store.getState().document).toBe(document);
  });

  it('align the selected cards as one edit', () => {
    session.store.edit('Move', (current) => moveItems(current, { steps: { b: { x: 344, y: 96 } } }));
    session.store.select(selectSteps('a', 'b'));
    press('ArrowUp', { ctrlKey: true, shiftKey: true });
    expect(position('b')).toEqual({ x: 344, y: 0 });
    press('z', { ctrlKey: true });
    expect(position('b')).toEqual({ x: 344, y: 96 });
  });

  it('say why an edge that is only a reference cannot be deleted', () => {
    session.store.select({ edges: ['b>c:reference'] });
    press('Delete');
    expect(session.store.getState().document).toBe(document);
    expect(context.notify).toHaveBeenCalledWith(
      expect.objectContaining({ title: expect.stringContaining('reads b') }),
    );
  });

  it('change nothing while a run is shown', () => {
    context = { ...context, lens: true };
    session.store.select(selectSteps('b'));
    expect(press('Delete')).toBe(false);
    expect(steps()).toEqual(['a', 'b', 'c']);
    expect(press('z', { ctrlKey: true })).toBe(false);
  });
});

describe('moving with the keyboard', () => {
  it('is one edit that Enter keeps', () => {
    session.store.select(selectSteps('b'));
    press('m');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) press(key);
    press('ArrowDown', { shiftKey: true });
    expect(session.store.getState().document).toBe(document);
    press('Enter');
    expect(position('b')).toEqual({ x: 352, y: 80 });
    expect(session.store.getState().undo).toHaveLength(1);
  });

  it('is reverted by Escape', () => {
    session.store.select(selectSteps('b'));
    press('m');
    press('ArrowDown');
    press('Escape');
    expect(session.store.getState().undo).toHaveLength(0);
    expect(session.flow.getNodes().find(({ id }) => id === 'b')?.position).toEqual({ x: 344, y: 0 });
  });

  it('is kept when the focus moves elsewhere', () => {
    session.store.select(selectSteps('b'));
    press('m');
    press('ArrowDown');
    leaveMode(context);
    expect(position('b')).toEqual({ x: 344, y: 8 });
  });
});

describe('connecting with the keyboard', () => {
  it('chooses a target by typing', () => {
    session.store.select(selectSteps('a'));
    press('c');
    press('c');
    press('Enter');
    expect(session.store.getState().document.steps[2]?.depends_on).toEqual(['a']);
  });

  it('adds no edge after Escape', () => {
    session.store.select(selectSteps('a'));
    press('c');
    press('Escape');
    expect(session.store.getState().document).toBe(document);
    expect(session.interaction.get().mode.kind).toBe('idle');
  });
});

describe('the registry of commands', () => {
  it('lets a command of a run have the key of one that a run does not offer', async () => {
    const ofRuns = COMMANDS.filter(({ inRun }) => inRun);
    const keys = new Set(ofRuns.flatMap(({ shortcuts }) => shortcuts));
    const others = COMMANDS.filter(
      (command) => !command.inRun && command.shortcuts.some((key) => keys.has(key)),
    );
    expect(others.map(({ id }) => id)).toEqual(['next-problem']);
    session.store.edit('Break', (current) => setParam(current, 'a', 'message', '{{'));
    const end = session.diagnostics.start();
    const offered = (lens: boolean) => others.filter((command) => isEnabled(command, { ...context, lens }));
    await expect.poll(() => offered(false)).toEqual(others);
    expect(offered(true)).toEqual([]);
    end();
  });

  it('assigns no key to two commands, and no key that browsers need', () => {
    const keys = COMMANDS.filter(({ inRun }) => !inRun).flatMap(({ shortcuts }) => shortcuts);
    expect(new Set(keys).size).toBe(keys.length);
    for (const taken of ['Mod+L', 'Mod+O', 'Mod+N', 'Mod+T', 'Mod+W', 'Alt+ArrowLeft', 'Alt+ArrowRight']) {
      expect(keys).not.toContain(taken);
    }
  });
});
