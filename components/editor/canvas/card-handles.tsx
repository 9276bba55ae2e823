import type { KeyboardEvent } from 'react';
import { Handle, Position } from 'reactflow';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import type { UnitState } from '@/engine';
import { beginConnect } from '../commands/connect-mode';
import type { CardHandle } from '../model/card-size';
import { branchCount, takenText } from '../model/coverage';
import type { EditorSession } from '../session';
import { useObservable, useSession } from '../use-editor';
import styles from './card-handles.module.css';

export interface CardHandlesProps {
  stepId: string;
  title: string;
  /** Handles of the selected card are in the tab order. */
  selected: boolean;
  lens: boolean;
  unit: UnitState | undefined;
}

/** The handles of a card, where edges begin and end. */
export function CardHandles(props: CardHandlesProps) {
  const session = useSession();
  return session.flow
    .handles(props.stepId)
    .map((handle) => <CardPoint key={handle.id} handle={handle} {...props} />);
}

interface CardPointProps extends CardHandlesProps {
  handle: CardHandle;
}

/** One handle of a card, with its branch if that has no target yet. */
function CardPoint({ handle, stepId, title, selected, lens, unit }: CardPointProps) {
  const session = useSession();
  const isInput = handle.side === 'left';
  const name = handle.kind === 'in' ? `Input of ${title}` : `Output ${handle.label ?? ''} of ${title}`;
  const count = useBranchCount(stepId, handle);
  const loose = !isInput && handle.kind !== 'out' && !handle.connected && !session.readOnly;
  return (
    <>
      <Handle
        id={handle.id}
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
        isConnectable={!session.readOnly}
        className={clsx(styles.handle, styles[handle.kind])}
        style={{ top: handle.y }}
        data-passed={lens && isPassed(handle, unit)}
        data-count={count?.value === 0 ? 'none' : undefined}
        role="button"
        tabIndex={selected && !isInput ? 0 : -1}
        aria-label={[name.replace('  ', ' '), ...(count ? [count.text] : [])].join(', ')}
        onKeyDown={isInput ? undefined : (event) => connectFrom(event, session, { stepId, id: handle.id })}
      />
      {loose && <LooseBranch stepId={stepId} title={title} handle={handle} count={count?.value} />}
    </>
  );
}

/** Enter and Space begin an edge at the handle. */
function connectFrom(
  event: KeyboardEvent,
  session: EditorSession,
  { stepId, id }: { stepId: string; id: string },
): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  beginConnect(session, stepId, id);
}

interface LooseBranchProps {
  stepId: string;
  title: string;
  handle: CardHandle;
  /** How often the branch was taken, while coverage is shown. */
  count: number | undefined;
}

/** A branch without a target: its name, and a button that adds a step. */
function LooseBranch({ stepId, title, handle, count }: LooseBranchProps) {
  const session = useSession();
  return (
    <span className={styles.loose} style={{ top: handle.y }}>
      <span className={styles.pill} data-count={count === 0 ? 'none' : undefined}>
        {handle.label}
        {count !== undefined && ` · ${count.toLocaleString('en')}`}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={clsx(styles.plus, 'nodrag nopan')}
        aria-label={`Add a step for ${handle.label ?? 'this branch'} of ${title}`}
        onClick={(event) => {
          event.stopPropagation();
          patch(session.interaction, { picker: { after: { id: stepId, handle: handle.id } } });
        }}
      >
        <Icon name="plus" size={12} />
      </button>
    </span>
  );
}

/** How often a branch was taken, as a number and as text; undefined without coverage, and for other handles. */
function useBranchCount(stepId: string, { id, kind }: CardHandle) {
  const { covered } = useSession();
  const isBranch = kind !== 'in' && kind !== 'out';
  const counts = useObservable(covered, (value) => (isBranch ? value : undefined));
  if (counts === undefined) return undefined;
  const value = branchCount(counts, stepId, id);
  return { value, text: takenText(value, counts) };
}

/** Whether the run has passed a handle, which is then filled. */
function isPassed({ kind, id }: CardHandle, unit: UnitState | undefined): boolean {
  if (unit === undefined || unit.status === 'pending' || unit.status === 'skipped') return false;
  if (kind === 'in') return true;
  const ended = unit.status === 'completed' || unit.status === 'failed';
  if (kind === 'out') return ended;
  return ended && unit.branch?.taken === id;
}
