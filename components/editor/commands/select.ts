import { patch } from '@/components/ui/observable';
import { selectGraph } from '../model/derived';
import { framesOf } from '../model/frames';
import { EMPTY_SELECTION, selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import type { Command, CommandContext } from './command';
import { focusFirstField } from './first-field';
import { type Direction, nearest } from './nearest';
import { endTour } from './tour';

/** Selects every step, note and frame. */
export const selectAll: Command = {
  id: 'select-all',
  label: 'Select all',
  icon: 'outline',
  group: 'select',
  shortcuts: ['Mod+A'],
  scope: 'canvas',
  run({ session }) {
    const { document } = session.store.getState();
    session.store.select({
      steps: document.steps.map(({ id }) => id),
      notes: (document.layout?.notes ?? []).map(({ id }) => id),
      frames: framesOf(document).map(({ id }) => id),
      edges: [],
    });
  },
};

/**
 * Esc: leaves the active mode, then ends the tour, then exits the shown run, whose button names this key. The selected
 * step stays selected, so that it can be edited. Without a run, clears the selection.
 */
export const leave: Command = {
  id: 'escape',
  label: 'Clear selection, or exit run',
  group: 'select',
  shortcuts: ['Escape'],
  scope: 'canvas',
  withoutFocus: true,
  run({ session, lens, exitLens }) {
    if (endTour(session)) return;
    if (lens) {
      exitLens();
      return;
    }
    session.store.select(EMPTY_SELECTION);
    session.view.get()?.focus();
  },
};

/** Enter: moves the focus to the inspector; for one step, to the field to fill in first. */
export const openInspector: Command = {
  id: 'open-inspector',
  label: 'Go to inspector',
  group: 'view',
  shortcuts: ['Enter'],
  scope: 'canvas',
  run({ session, lens }) {
    patch(session.panelState, { inspector: true });
    if (lens || !focusFirstField(session)) session.panels.get()?.focusInspector();
  },
};

/** Edits the title of the selected step or frame on the canvas. */
export const rename: Command = {
  id: 'rename',
  label: 'Rename',
  group: 'edit',
  icon: 'pencil',
  shortcuts: ['F2'],
  scope: 'canvas',
  edits: true,
  enabled: onlyTitled,
  run({ session }) {
    const { steps, frames } = session.store.getState().selection;
    const [id] = steps;
    if (id === undefined) {
      patch(session.interaction, { renamingFrame: frames[0] });
      return;
    }
    // Below a zoom of 60 % a card has no field for its title.
    if (session.zoom.get() !== 'full') session.view.get()?.zoomTo(1);
    session.view.get()?.reveal([id]);
    patch(session.interaction, { renaming: id });
  },
};

function onlyTitled({ session }: CommandContext): boolean {
  const { steps, frames } = session.store.getState().selection;
  return steps.length === 1 || (steps.length === 0 && frames.length === 1);
}

function go(direction: Direction, label: string, key: string): Command {
  return {
    id: `go-${direction}`,
    label,
    group: 'select',
    shortcuts: [key],
    scope: 'canvas',
    run: ({ session }) => goTo(session, direction),
  };
}

/** Selects the nearest step in a direction. */
export const goLeft = go('left', 'Go to step on the left', 'ArrowLeft');
export const goRight = go('right', 'Go to step on the right', 'ArrowRight');
export const goUp = go('up', 'Go to step above', 'ArrowUp');
export const goDown = go('down', 'Go to step below', 'ArrowDown');

function goTo(session: EditorSession, direction: Direction): void {
  const { document, selection } = session.store.getState();
  const current = selection.steps.at(-1);
  const first = selectGraph(document, session.descriptors).order[0];
  const next = current === undefined ? first : nearest(session, current, direction);
  if (next === undefined) return;
  session.store.select(selectSteps(next));
  session.view.get()?.reveal([next]);
  session.view.get()?.focus(next);
}
