import { formatCount } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import { frameNodeId } from '../canvas/flow-types';
import { addFrame, moveItems, newFrameId, removeFrames, updateFrame } from '../model/edits';
import {
  areaAround,
  FRAME_COLORS,
  findFrame,
  framesByStep,
  framesOf,
  frameTitle,
  stepsIn,
} from '../model/frames';
import { EMPTY_SELECTION } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { cardBox, withSteps } from './frame-members';
import { withPositions } from './place';

/** Puts a frame around the selected steps, and opens its title. */
export const frameSelected: Command = {
  id: 'frame',
  label: 'Frame selection',
  group: 'edit',
  icon: 'frame',
  shortcuts: ['Mod+G'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => session.store.getState().selection.steps.length > 0,
  run({ session }) {
    const { document, selection } = session.store.getState();
    const cards = selection.steps.flatMap((id) => cardBox(session, document, id) ?? []);
    if (cards.length === 0) return;
    const id = newFrameId(document);
    const color = FRAME_COLORS[framesOf(document).length % FRAME_COLORS.length] ?? FRAME_COLORS[0];
    const frame = { id, ...areaAround(cards), color, steps: [...selection.steps] };
    session.store.edit(
      `Frame ${formatCount(cards.length, 'step')}`,
      (current) => addFrame(withPositions(session, current), frame),
      { select: { ...EMPTY_SELECTION, frames: [id] } },
    );
    patch(session.interaction, { renamingFrame: id });
    announce(session, `Framed ${formatCount(cards.length, 'step')}.`);
  },
};

/** Removes the selected frames, or those around the selected steps. The steps stay. */
export const unframeSelected: Command = {
  id: 'unframe',
  label: 'Remove frame',
  group: 'edit',
  icon: 'x',
  shortcuts: ['Mod+Shift+G'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => meantFrames(session).length > 0,
  run({ session }) {
    const { document } = session.store.getState();
    const ids = meantFrames(session);
    const steps = ids.flatMap((id) => {
      const frame = findFrame(document, id);
      return frame === undefined ? [] : stepsIn(document, frame);
    });
    const label = ids.length === 1 ? 'Remove frame' : `Remove ${ids.length} frames`;
    session.store.edit(label, (current) => removeFrames(withPositions(session, current), ids), {
      select: { ...EMPTY_SELECTION, steps },
    });
    announce(session, `${label.replace('Remove', 'Removed')}.`);
    session.view.get()?.focus(steps[0]);
  },
};

/** Collapses the selected frame to one card, or expands it. Also while a run is shown. */
export const foldSelected: Command = {
  id: 'fold',
  label: 'Collapse or expand frame',
  group: 'view',
  icon: 'collapse',
  shortcuts: ['Shift+G'],
  scope: 'canvas',
  enabled: ({ session }) => meantFrames(session).length > 0,
  run: ({ session }) => {
    for (const id of meantFrames(session)) toggleFrame(session, id);
  },
};

/** Collapses or expands a frame, and selects it. */
export function toggleFrame(session: EditorSession, id: string): void {
  const frame = findFrame(session.store.getState().document, id);
  if (frame === undefined) return;
  const isCollapsed = frame.collapsed === true;
  const label = `${isCollapsed ? 'Expand' : 'Collapse'} ${frameTitle(frame)}`;
  session.store.edit(
    label,
    (document) =>
      updateFrame(withPositions(session, document), id, { collapsed: isCollapsed ? undefined : true }),
    { select: { ...EMPTY_SELECTION, frames: [id] } },
  );
  session.view.get()?.reveal([frameNodeId(id)]);
  announce(session, `${isCollapsed ? 'Expanded' : 'Collapsed'} ${frameTitle(frame)}.`);
}

/** Moves a frame with its steps by the keyboard. Repeated moves are one edit. */
export function moveFrame(session: EditorSession, id: string, by: { x: number; y: number }): void {
  const move = (x: number, y: number) => ({ steps: {}, notes: {}, frames: { [id]: { x, y } } });
  session.store.edit(
    'Move',
    (document) => {
      const frame = findFrame(document, id);
      if (frame === undefined) return document;
      const moved = withSteps(session, document, move(frame.x + by.x, frame.y + by.y));
      return moveItems(withPositions(session, document), moved);
    },
    { coalesce: `frame.move.${id}` },
  );
}

/** The selected frames; without one, those of the selected steps. */
function meantFrames({ store }: EditorSession): readonly string[] {
  const { document, selection } = store.getState();
  if (selection.frames.length > 0) return selection.frames;
  const home = framesByStep(document);
  return [...new Set(selection.steps.flatMap((id) => home.get(id)?.id ?? []))];
}
