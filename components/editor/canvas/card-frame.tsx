import type { CSSProperties, FocusEvent, ReactNode } from 'react';
import { isOpen } from '@/components/run-state/status';
import { clsx } from '@/components/ui/clsx';
import type { StepChange } from '@/engine';
import { BreakpointMark } from '../breakpoints/breakpoint-mark';
import { markWords } from '../breakpoints/looks';
import { useStepBreakpoints } from '../breakpoints/use-breakpoints-at';
import { LightBadge } from '../lineage/light-badge';
import { type LightRole, ROLE_WORDS } from '../lineage/lights';
import { useCardLight } from '../lineage/use-card-light';
import { leastHeight } from '../model/card-size';
import { selectSteps } from '../model/selection';
import { ElsewhereMark } from '../presence/elsewhere-mark';
import { useInteraction, useObservable, useSession } from '../use-editor';
import { CardHandles } from './card-handles';
import type { CardView } from './card-view';
import { ChangeBadge, changeText } from './change-badge';
import { NeverBadge } from './never-badge';
import neverStyles from './never-badge.module.css';
import styles from './step-node.module.css';
import { useStepCoverage } from './use-step-coverage';

export interface CardFrameProps {
  view: CardView;
  label: string;
  /** Whether the card of the inner action has the marks of breakpoints at iterations. @default false */
  hasInnerCard?: boolean;
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
}

/** The frame of a card: category, ring, handles and accessible name. */
export function CardFrame({ view, label, hasInnerCard, children, className, style }: CardFrameProps) {
  const { store, changes, flow, others } = useSession();
  const light = useCardLight(view.step.id);
  const isElsewhere = useObservable(others, (tabs) => tabs.some(({ step }) => step === view.step.id));
  const covered = useStepCoverage(view.step.id);
  const { step, descriptor, selected, lens, status, unit, title, handleCount } = view;
  // Focus by keyboard selects the card. The pointer selects on its own and may select several cards.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const isHere = event.target === event.currentTarget && event.target.matches(':focus-visible');
    if (isHere && !store.getState().selection.steps.includes(step.id)) store.select(selectSteps(step.id));
  };
  const targeted = useInteraction(
    ({ mode }) => mode.kind === 'connect' && mode.candidates[mode.chosen] === step.id,
  );
  const isFound = useInteraction(({ found }) => found?.has(step.id) === true);
  const change = changes?.get(step.id);
  const breakpoint = markWords(useStepBreakpoints(step.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this group is a card that takes focus.
    <div
      className={clsx(
        styles.card,
        selected && styles.selected,
        targeted && styles.targeted,
        lens && styles.lens,
        light?.className,
        !lens && step.disabled === true && styles.disabled,
        covered.isNever && neverStyles.card,
        className,
      )}
      style={{ minHeight: leastHeight(flow.handles(step.id)), ...style }}
      data-step={step.id}
      data-found={isFound || undefined}
      data-elsewhere={isElsewhere || undefined}
      data-light={light?.mark}
      data-category={descriptor?.category ?? 'param'}
      data-status={status}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: cards are reached by Tab and moved through with the arrow keys.
      tabIndex={0}
      role="group"
      aria-label={nameOf(label, {
        isElsewhere,
        change,
        breakpoint,
        covered: covered.text,
        role: light?.role,
      })}
      aria-roledescription="step"
      onFocus={onFocus}
    >
      {children}
      <BreakpointMark step={step.id} of={hasInnerCard ? 'step' : 'both'} />
      <LightBadge role={light?.role} />
      <Badges isElsewhere={isElsewhere} isNever={covered.isNever} change={change} />
      {isLive(view) && <span className={styles.sweep} />}
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

interface BadgesProps {
  isElsewhere: boolean;
  /** Whether no test or run of the shown coverage executed the step. */
  isNever: boolean;
  change: StepChange | undefined;
}

function Badges({ isElsewhere, isNever, change }: BadgesProps) {
  return (
    <>
      {isElsewhere && <ElsewhereMark />}
      {isNever && <NeverBadge />}
      {change !== undefined && <ChangeBadge change={change} />}
    </>
  );
}

/** Whether the step is being executed in the shown run. */
function isLive({ lens, planned, unit, status }: CardView): boolean {
  if (!lens || planned !== undefined || unit === undefined || status === 'unknown') return false;
  return unit.pause === undefined && isOpen(unit.status) && unit.status !== 'pending';
}

interface CardMarks {
  isElsewhere: boolean;
  change: StepChange | undefined;
  breakpoint: string | undefined;
  covered: string | undefined;
  role: LightRole | undefined;
}

function nameOf(label: string, { isElsewhere, change, breakpoint, covered, role }: CardMarks): string {
  const parts = [
    label,
    ...(breakpoint === undefined ? [] : [breakpoint]),
    ...(isElsewhere ? ['selected in another tab'] : []),
    ...(change === undefined ? [] : [changeText(change)]),
    ...(covered === undefined ? [] : [covered]),
    ...(role === undefined ? [] : [`lineage: ${ROLE_WORDS[role].toLowerCase()}`]),
  ];
  return parts.join(', ');
}
