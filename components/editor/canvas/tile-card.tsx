import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS } from '@/components/ui/status';
import { BreakpointMark } from '../breakpoints/breakpoint-mark';
import { markWords } from '../breakpoints/looks';
import { useStepBreakpoints } from '../breakpoints/use-breakpoints-at';
import { useInteraction, useIsToFillIn, useObservable, useSession } from '../use-editor';
import { type CardView, shortTitle, worst } from './card-view';
import { ChangeBadge, changeText } from './change-badge';
import frame from './step-node.module.css';
import styles from './tile-card.module.css';
import { useStepCoverage } from './use-step-coverage';

export interface TileCardProps {
  view: CardView;
  label: string;
}

/** A card at a zoom below 30 %: one coloured box with its title, since a thousand of them must be rendered in one frame. */
export function TileCard({ view, label }: TileCardProps) {
  const change = useSession().changes?.get(view.step.id);
  const light = useObservable(
    useSession().lights,
    (shown) => shown && (shown.steps.get(view.step.id) ?? 'off'),
  );
  const isFound = useInteraction(({ found }) => found?.has(view.step.id) === true);
  const covered = useStepCoverage(view.step.id);
  const { step, descriptor, status, lens, selected, problems, size } = view;
  const breakpoint = markWords(useStepBreakpoints(step.id));
  const isToFillIn = useIsToFillIn(problems);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this group is a card that takes focus.
    <div
      className={clsx(styles.tile, lens && frame.lens)}
      style={{ width: size.width, height: size.height }}
      data-step={step.id}
      data-found={isFound || undefined}
      data-covered={covered.isNever ? 'never' : undefined}
      data-light={light}
      data-category={descriptor?.category ?? 'param'}
      data-status={status}
      data-problem={isToFillIn ? undefined : worst(problems)}
      data-selected={selected}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: cards are reached by Tab and moved through with the arrow keys.
      tabIndex={0}
      role="group"
      aria-label={[label, breakpoint, change && changeText(change), covered.text].filter(Boolean).join(', ')}
      aria-roledescription="step"
    >
      <BreakpointMark step={step.id} of="both" isTile />
      {change !== undefined && <ChangeBadge change={change} />}
      {status !== undefined && (
        <span className={styles.tileGlyph}>
          <Icon name={STATUS_LOOKS[status].icon} size={24} />
        </span>
      )}
      <span className={styles.tileTitle}>{shortTitle(view)}</span>
    </div>
  );
}
