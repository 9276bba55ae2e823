import { Handle, Position } from 'reactflow';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { STATUS_LOOKS, type Status } from '@/components/ui/status';
import type { Frame } from '@/engine';
import { toggleFrame } from '../commands/frames';
import { HANDLE_TOP } from '../model/card-size';
import { frameTitle } from '../model/frames';
import { useDiagnostics, useIsToFillIn, useSession } from '../use-editor';
import handles from './card-handles.module.css';
import { worst } from './card-view';
import { FrameTitle } from './frame-head';
import styles from './frame-node.module.css';

export interface FoldedFrameProps {
  frame: Frame;
  /** Its steps. */
  ids: readonly string[];
  /** In the shown run; undefined without one. */
  status: Status | undefined;
  canEdit: boolean;
}

/** The card of a collapsed frame: title, number of steps, and the worst status or problem of them. */
export function FoldedFrame({ frame, ids, status, canEdit }: FoldedFrameProps) {
  const session = useSession();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter on the frame does the same.
    <div className={styles.card} onDoubleClick={() => toggleFrame(session, frame.id)}>
      <Icon name="frame" size={18} className={styles.icon} />
      <div className={styles.names}>
        <FrameTitle frame={frame} />
        <span className={styles.count}>
          {formatCount(ids.length, 'step')}
          {status !== undefined && (
            <span className={styles.status} data-status={status}>
              <Icon name={STATUS_LOOKS[status].icon} size={14} /> {STATUS_LOOKS[status].word}
            </span>
          )}
        </span>
      </div>
      {canEdit && <Problems ids={ids} />}
      <IconButton
        icon="expand"
        label={`Expand ${frameTitle(frame)}`}
        size="sm"
        className="nodrag nopan"
        onClick={(event) => {
          event.stopPropagation();
          toggleFrame(session, frame.id);
        }}
      />
      <Point side="in" />
      <Point side="out" />
    </div>
  );
}

/** The number of problems of the steps inside. */
function Problems({ ids }: { ids: readonly string[] }) {
  const inside = new Set(ids);
  const problems = useDiagnostics().filter(({ step }) => step !== undefined && inside.has(step));
  const isToFillIn = useIsToFillIn(problems);
  const severity = worst(problems);
  if (severity === undefined) return null;
  if (isToFillIn) return <Icon name="pencil" size={14} label={`${problems.length} to fill in`} />;
  const isError = severity === 'error';
  return (
    <span className={styles.status} data-status={isError ? 'failed' : 'stale'}>
      <Icon name={isError ? 'err' : 'warn'} size={14} label={formatCount(problems.length, 'problem')} />
    </span>
  );
}

/** Where edges to the steps inside end. They are changed where the frame is expanded. */
function Point({ side }: { side: 'in' | 'out' }) {
  return (
    <Handle
      id={side}
      type={side === 'in' ? 'target' : 'source'}
      position={side === 'in' ? Position.Left : Position.Right}
      isConnectable={false}
      className={handles.handle}
      style={{ top: HANDLE_TOP }}
      aria-hidden
    />
  );
}
