import type { CSSProperties, FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { Handle, Position } from 'reactflow';
import { isOpen } from '@/components/run-state/status';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import type { UnitState } from '@/engine';
import { beginConnect } from '../commands/connect-mode';
import { type CardHandle, leastHeight } from '../model/card-size';
import { selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { useInteraction, useSession } from '../use-editor';
import { type CardView, worst } from './card-view';
import styles from './step-node.module.css';

export interface CardFrameProps {
  view: CardView;
  label: string;
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
}

/** The box of a card: category, ring, handles and the name it has for the keyboard and screen readers. */
export function CardFrame({ view, label, children, className, style }: CardFrameProps) {
  const { store } = useSession();
  const { step, descriptor, selected, lens, status, unit, title, handleCount } = view;
  // Who comes to a card with Tab has chosen it; the pointer chooses by itself, and may choose several.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const isHere = event.target === event.currentTarget && event.target.matches(':focus-visible');
    if (isHere && !store.getState().selection.steps.includes(step.id)) store.select(selectSteps(step.id));
  };
  const targeted = useInteraction(
    ({ mode }) => mode.kind === 'connect' && mode.candidates[mode.chosen] === step.id,
  );
  const live = lens && unit !== undefined && isOpen(unit.status) && unit.status !== 'pending';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this group is a card that takes focus.
    <div
      className={clsx(
        styles.card,
        selected && styles.selected,
        targeted && styles.targeted,
        lens && styles.lens,
        !lens && step.disabled === true && styles.disabled,
        className,
      )}
      style={{ minHeight: leastHeight(step, descriptor), ...style }}
      data-step={step.id}
      data-category={descriptor?.category ?? 'param'}
      data-status={status}
      data-problem={worst(view.problems)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: cards are reached by Tab and moved through with the arrow keys.
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-roledescription="step"
      onFocus={onFocus}
    >
      {children}
      {live && status !== 'unknown' && <span className={styles.sweep} />}
      <CardHandles
        key={handleCount}
        stepId={step.id}
        title={title}
        selected={selected}
        unit={unit}
        lens={lens}
      />
    </div>
  );
}

interface CardHandlesProps {
  stepId: string;
  title: string;
  /** Handles of the selected card take part in the tab order. */
  selected: boolean;
  lens: boolean;
  unit: UnitState | undefined;
}

/** The points of a card where edges begin and end. */
function CardHandles(props: CardHandlesProps) {
  const session = useSession();
  return session.flow
    .handles(props.stepId)
    .map((handle) => <CardPoint key={handle.id} handle={handle} {...props} />);
}

interface CardPointProps extends CardHandlesProps {
  handle: CardHandle;
}

/** One point of a card, and the branch that leads nowhere from there yet. */
function CardPoint({ handle, stepId, title, selected, lens, unit }: CardPointProps) {
  const session = useSession();
  const isInput = handle.side === 'left';
  const name = handle.kind === 'in' ? `Input of ${title}` : `Output ${handle.label ?? ''} of ${title}`;
  const loose = !isInput && handle.kind !== 'out' && !handle.connected && !session.readOnly;
  return (
    <Handle
      id={handle.id}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Left : Position.Right}
      isConnectable={!session.readOnly}
      className={clsx(styles.handle, styles[handle.kind])}
      style={{ top: handle.y }}
      data-passed={lens && isPassed(handle, unit)}
      role="button"
      tabIndex={selected && !isInput ? 0 : -1}
      aria-label={name.replace('  ', ' ')}
      onKeyDown={isInput ? undefined : (event) => connectFrom(event, session, { stepId, id: handle.id })}
    >
      {loose && <LooseBranch stepId={stepId} title={title} handle={handle} />}
    </Handle>
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
}

/** A branch that leads nowhere yet: its name, and a button that adds a step there. */
function LooseBranch({ stepId, title, handle }: LooseBranchProps) {
  const session = useSession();
  return (
    <span className={styles.loose}>
      <span className={styles.pill}>{handle.label}</span>
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

/** In a run, a handle that the flow has come through is filled. */
function isPassed({ kind, id }: CardHandle, unit: UnitState | undefined): boolean {
  if (unit === undefined || unit.status === 'pending' || unit.status === 'skipped') return false;
  if (kind === 'in') return true;
  const ended = unit.status === 'completed' || unit.status === 'failed';
  if (kind === 'out') return ended;
  return ended && unit.branch?.taken === id;
}
