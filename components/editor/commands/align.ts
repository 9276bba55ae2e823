import type { IconName } from '@/components/ui/icon';
import type { Position } from '@/engine';
import { placesOf } from '../canvas/flow-nodes';
import { type AlignBox, type Alignment, type Axis, align, distribute } from '../model/align';
import { moveItems } from '../model/edits';
import { placedCount } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { withMembers, withSteps } from './frame-members';
import { withPositions } from './place';

export const alignLeft = alignment('left', 'Align left', 'align_left', 'Mod+Shift+ArrowLeft');
export const alignCenter = alignment('center', 'Align centres', 'align_center', 'Shift+H');
export const alignRight = alignment('right', 'Align right', 'align_right', 'Mod+Shift+ArrowRight');
export const alignTop = alignment('top', 'Align top', 'align_top', 'Mod+Shift+ArrowUp');
export const alignMiddle = alignment('middle', 'Align middles', 'align_middle', 'Shift+V');
export const alignBottom = alignment('bottom', 'Align bottom', 'align_bottom', 'Mod+Shift+ArrowDown');
export const distributeHorizontally = distribution(
  'horizontal',
  'Distribute horizontally',
  'distribute_horizontal',
  'Shift+X',
);
export const distributeVertically = distribution(
  'vertical',
  'Distribute vertically',
  'distribute_vertical',
  'Shift+Y',
);

/** The commands that put the selected cards in line, in the order of the panel. */
export const ALIGN_COMMANDS: readonly Command[] = [
  alignLeft,
  alignCenter,
  alignRight,
  alignTop,
  alignMiddle,
  alignBottom,
  distributeHorizontally,
  distributeVertically,
];

function alignment(at: Alignment, label: string, icon: IconName, shortcut: string): Command {
  return placing(2, (boxes) => align(boxes, at), { id: `align-${at}`, label, icon, shortcuts: [shortcut] });
}

function distribution(axis: Axis, label: string, icon: IconName, shortcut: string): Command {
  return placing(3, (boxes) => distribute(boxes, axis), {
    id: `distribute-${axis}`,
    label,
    icon,
    shortcuts: [shortcut],
  });
}

/** A command that moves the selected cards, once at least `fewest` are selected. */
function placing(
  fewest: number,
  places: (boxes: readonly AlignBox[]) => Readonly<Record<string, Position>>,
  command: Pick<Command, 'id' | 'label' | 'icon' | 'shortcuts'>,
): Command {
  return {
    ...command,
    group: 'edit',
    scope: 'canvas',
    edits: true,
    enabled: ({ session }) => countOf(session) >= fewest,
    run: ({ session }) => place(session, command.label, places(selectedBoxes(session))),
  };
}

/** The selected cards and notes, by the ids of their nodes. */
function selectedBoxes({ flow }: EditorSession): AlignBox[] {
  return flow
    .getNodes()
    .flatMap(({ id, position, measured, selected }) =>
      selected === true
        ? [{ id, x: position.x, y: position.y, width: measured?.width ?? 0, height: measured?.height ?? 0 }]
        : [],
    );
}

function place(session: EditorSession, label: string, places: Readonly<Record<string, Position>>): void {
  const drawn = placesOf(session.flow.getNodes(), ({ id }) => places[id]);
  session.store.edit(label, (document) => {
    const moved = withSteps(session, document, drawn);
    return withMembers(session, moveItems(withPositions(session, document), moved), moved);
  });
  announce(session, `${label}: ${Object.keys(places).length} items.`);
}

function countOf({ store }: EditorSession): number {
  return placedCount(store.getState().selection);
}
