import { type FocusEvent, type KeyboardEvent, memo } from 'react';
import { type NodeProps, NodeResizer } from 'reactflow';
import { useRunLens } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { patch } from '@/components/ui/observable';
import { STATUS_LOOKS } from '@/components/ui/status';
import type { Frame } from '@/engine';
import { resizeFrame } from '../commands/frame-members';
import { moveFrame, toggleFrame } from '../commands/frames';
import { colorOf, FRAME_LEAST, findFrame, frameTitle, stepsIn } from '../model/frames';
import { EMPTY_SELECTION } from '../model/selection';
import type { EditorSession } from '../session';
import { useEditor, useObservable, useSession } from '../use-editor';
import type { FrameFlowNode } from './flow-types';
import { FoldedFrame } from './folded-frame';
import { FrameHead } from './frame-head';
import styles from './frame-node.module.css';
import { useWorstStatus } from './frame-status';

/** A frame around steps, or the one card that stands for them. Arrow keys move it, F2 renames it. */
export const FrameNode = memo(
  function FrameNode({ data, selected }: NodeProps<FrameFlowNode>) {
    const session = useSession();
    const frame = useEditor(({ document }) => findFrame(document, data.frameId));
    const ids = useEditor(({ document }) => stepsOf(document, data.frameId))
      .split(' ')
      .filter(Boolean);
    const lens = useRunLens();
    const detail = useObservable(session.zoom, (value) => value);
    const status = useWorstStatus(ids);
    if (frame === undefined) return null;
    const canEdit = !session.readOnly && !lens.active;
    const parts = [
      frameTitle(frame),
      formatCount(ids.length, 'step'),
      ...(data.collapsed ? ['collapsed'] : []),
      ...(status === undefined ? [] : [STATUS_LOOKS[status].word.toLowerCase()]),
    ];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this group is a frame that takes focus.
      <div
        className={clsx(styles.frame, data.collapsed && styles.folded, selected && styles.selected)}
        data-frame={frame.id}
        data-frame-color={colorOf(frame)}
        data-detail={detail}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: frames are reached by Tab as cards are.
        tabIndex={0}
        role="group"
        aria-roledescription="frame"
        aria-label={parts.join(', ')}
        onFocus={(event) => selectFocused(event, session, frame)}
        onKeyDown={(event) => onFrameKey(event, session, { frame, canEdit })}
      >
        {data.collapsed ? (
          <FoldedFrame frame={frame} ids={ids} status={status} canEdit={canEdit} />
        ) : (
          <>
            <FrameHead frame={frame} count={ids.length} canEdit={canEdit} />
            {selected && canEdit && <Resizer frame={frame} />}
          </>
        )}
      </div>
    );
  },
  (a, b) => a.data === b.data && a.selected === b.selected,
);

/** As text, which stays equal while other steps change. */
function stepsOf(document: Parameters<typeof stepsIn>[0], id: string): string {
  const frame = findFrame(document, id);
  return frame === undefined ? '' : stepsIn(document, frame).join(' ');
}

/** Focus by keyboard selects the frame; the pointer selects on its own. */
function selectFocused(event: FocusEvent<HTMLElement>, { store }: EditorSession, { id }: Frame): void {
  const isHere = event.target === event.currentTarget && event.target.matches(':focus-visible');
  if (isHere && !store.getState().selection.frames.includes(id))
    store.select({ ...EMPTY_SELECTION, frames: [id] });
}

/** Distance of one press of an arrow key, in canvas pixels, and with Shift. */
const NUDGE = 8;
const LEAP = 64;

const ARROWS: Readonly<Record<string, { x: number; y: number } | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function onFrameKey(
  event: KeyboardEvent<HTMLElement>,
  session: EditorSession,
  { frame, canEdit }: { frame: Frame; canEdit: boolean },
): void {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  if (event.target !== event.currentTarget || isModified || session.interaction.get().mode.kind !== 'idle')
    return;
  const arrow = ARROWS[event.key];
  if (arrow !== undefined && canEdit) {
    const distance = event.shiftKey ? LEAP : NUDGE;
    moveFrame(session, frame.id, { x: arrow.x * distance, y: arrow.y * distance });
  } else if (event.key === 'Enter' && frame.collapsed === true) toggleFrame(session, frame.id);
  else if (event.key === 'F2' && canEdit) patch(session.interaction, { renamingFrame: frame.id });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The borders and corners that resize a frame. */
function Resizer({ frame }: { frame: Frame }) {
  const session = useSession();
  return (
    <NodeResizer
      minWidth={FRAME_LEAST.width}
      minHeight={FRAME_LEAST.height}
      handleClassName={styles.corner}
      lineClassName={styles.border}
      onResize={(_, { x, y, width, height }) => session.flow.resize(frame.id, { x, y, width, height })}
      onResizeEnd={(_, { x, y, width, height }) => {
        resizeFrame(session, frame.id, { x, y, width, height });
        session.flow.resize(frame.id, undefined);
      }}
    />
  );
}
