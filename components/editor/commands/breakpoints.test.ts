import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { selectSteps } from '../model/selection';
import { createSession, type EditorSession } from '../session';
import { COMMANDS, EDGE_MENU, STEP_MENU } from '.';
import type { CommandContext } from './command';
import { handleKey, type KeyPlace } from './keys';

const document: PipelineDocument = {
  steps: [
    { id: 'a', action: 'log', params: { message: 'A' } },
    { id: 'b', action: 'log', params: { message: 'B' }, depends_on: ['a'] },
  ],
};
const onCanvas: KeyPlace = {
  ...{ onCanvas: true, inText: false, inOverlay: false, inOutline: false, nowhere: false },
};
const inText: KeyPlace = { ...onCanvas, onCanvas: false, inText: true };

let session: EditorSession;
let context: CommandContext;
const toggle = vi.fn();
const pause = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  session = createSession({ document, descriptors: catalogue.descriptors, pipelineId: 'p' });
  const nothing = () => {};
  context = {
    ...{ session, lens: false, notify: nothing, startRun: nothing, exitLens: nothing },
    breakpoints: { toggle },
  };
});

function press(key: string, place = onCanvas, shiftKey = false): boolean {
  const press = { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false };
  return handleKey(press, place, context);
}

describe('breakpoints by key', () => {
  it('are toggled at the selected steps, and at an edge', () => {
    session.store.select(selectSteps('a', 'b'));
    expect(press('b')).toBe(true);
    expect(toggle).toHaveBeenLastCalledWith([{ step: 'a' }, { step: 'b' }]);
    session.store.select({ steps: [], edges: ['a>b:depends_on'] });
    expect(press('b')).toBe(true);
    expect(toggle).toHaveBeenLastCalledWith([{ from: 'a', to: 'b' }]);
  });

  it('are toggled while a run is shown too', () => {
    context = { ...context, lens: true };
    session.store.select(selectSteps('a'));
    expect(press('b')).toBe(true);
    expect(toggle).toHaveBeenCalledTimes(1);
  });

  it('need a selection, the canvas and a server', () => {
    expect(press('b')).toBe(false);
    session.store.select(selectSteps('a'));
    expect(press('b', inText)).toBe(false);
    context = { ...context, breakpoints: undefined };
    expect(press('b')).toBe(false);
    expect(toggle).not.toHaveBeenCalled();
  });

  it('are edited: the existing one, or a new one at the place', () => {
    session.store.select(selectSteps('a'));
    press('B', onCanvas, true);
    expect(session.interaction.get().breakpoint).toEqual({ at: { step: 'a' } });
    session.breakpoints.set({
      breakpoints: [{ id: 'b1', at: { step: 'a' }, when: 'before', enabled: true }],
      ...{ pause_on_failure: false, problems: [] },
    });
    press('B', onCanvas, true);
    expect(session.interaction.get().breakpoint).toEqual({ id: 'b1' });
  });

  it('are offered in the menus of cards and edges', () => {
    for (const menu of [STEP_MENU, EDGE_MENU])
      expect(menu.flatMap((entry) => (entry === 'line' ? [] : [entry.id]))).toContain('breakpoint');
  });
});

describe('a paused run', () => {
  it('continues with F8 and steps with F10, also while a person types', () => {
    context = { ...context, lens: true, pause };
    expect(press('F8', inText)).toBe(true);
    expect(press('F10', inText)).toBe(true);
    expect(pause.mock.calls).toEqual([['continue'], ['step']]);
  });

  it('has no keys while it is not paused, and none while the pipeline is edited', () => {
    context = { ...context, lens: true };
    expect(press('F8')).toBe(false);
    context = { ...context, lens: false, pause };
    expect(press('F10')).toBe(false);
    expect(pause).not.toHaveBeenCalled();
  });

  it('has shortcuts that no other command of a run has', () => {
    const inRun = COMMANDS.filter((command) => command.inRun).flatMap(({ shortcuts }) => shortcuts);
    expect(inRun).toEqual(['F8', 'F10']);
  });
});
