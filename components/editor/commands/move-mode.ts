import { patch } from '@/components/ui/observable';
import { moveItems } from '../model/edits';
import { placedCount } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { withMembers, withSteps } from './frame-members';

/** Distance of one press of an arrow key, in canvas pixels; eight times as far with Shift. */
const NUDGE = 8;
const LEAP = 64;

/** Moves the selection with the arrow keys. */
export const moveSelected: Command = {
  id: 'move',
  label: 'Move selection with arrow keys',
  group: 'edit',
  shortcuts: ['M'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => {
    return placedCount(session.store.getState().selection) > 0;
  },
  run({ session }) {
    patch(session.interaction, { mode: { kind: 'move', before: session.store.getState().document } });
    announce(session, 'Moving. Arrow keys move, Shift moves further, Enter confirms, Escape cancels.');
  },
};

/** Handles a key while the selection is moved. Returns whether the key was used. */
export function keyInMoveMode(session: EditorSession, key: string, shift: boolean): boolean {
  const step = shift ? LEAP : NUDGE;
  const delta = DELTAS[key];
  if (delta !== undefined) {
    session.flow.nudge({ x: delta.x * step, y: delta.y * step });
    return true;
  }
  if (key !== 'Enter' && key !== 'Escape') return false;
  patch(session.interaction, { mode: { kind: 'idle' } });
  if (key === 'Enter') keepMoved(session);
  else session.flow.putBack();
  announce(session, key === 'Enter' ? 'Moved.' : 'Move cancelled.');
  return true;
}

/** Writes the positions of a drag or nudge to the document, as one edit. */
export function keepMoved(session: EditorSession): void {
  const taken = session.flow.takeDragged();
  const moved = withSteps(session, session.store.getState().document, taken);
  const count = [moved.steps, moved.notes, moved.frames].flatMap(Object.keys).length;
  if (count === 0) return;
  session.store.edit(count === 1 ? 'Move' : `Move ${count} items`, (document) => {
    const steps = { ...session.positions.unwritten(document), ...moved.steps };
    return withMembers(session, moveItems(document, { ...moved, steps }), moved);
  });
}

const DELTAS: Readonly<Record<string, { x: number; y: number } | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
