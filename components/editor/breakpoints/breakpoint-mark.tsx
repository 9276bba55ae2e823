import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import { useSession } from '../use-editor';
import { BreakpointGlyph } from './breakpoint-glyph';
import { useBreakpointServices } from './breakpoint-services';
import styles from './breakpoints.module.css';
import { breakpointName, kindOf, markedOf } from './looks';
import { useBreakpointsAt, useStepBreakpoints } from './use-breakpoints-at';

export interface BreakpointMarkProps {
  step: string;
  /** Which breakpoints it shows: those at the step, at each iteration of it, or both. */
  of: 'step' | 'iterations' | 'both';
  /** Whether it is within a card of the smallest size. @default false */
  isTile?: boolean;
}

/** The mark of a step with breakpoints, at the corner of its card. Nothing without any. */
export function BreakpointMark({ step, of, isTile = false }: BreakpointMarkProps) {
  const own = useStepBreakpoints(step);
  const single = useBreakpointsAt(of === 'iterations' ? { step, iterations: true } : { step });
  return <MarkButton breakpoints={of === 'both' ? own : single} place={isTile ? 'tile' : 'card'} />;
}

export interface MarkButtonProps {
  breakpoints: readonly Breakpoint[];
  place: 'card' | 'tile' | 'edge';
  /** Whether the shown run is paused here. @default false */
  isPaused?: boolean;
  /** A computed position: that of an edge. */
  transform?: string;
}

/** The mark of a place; opens the breakpoint that it shows. */
export function MarkButton({ breakpoints, place, isPaused = false, transform }: MarkButtonProps) {
  const { interaction } = useSession();
  const services = useBreakpointServices();
  const marked = markedOf(breakpoints);
  if (marked === undefined && !isPaused) return null;
  const names = namesOf(breakpoints, isPaused).join('\n');
  return (
    <button
      type="button"
      // The keyboard has commands for it, and a card would have another stop of Tab.
      tabIndex={-1}
      className={`${styles.mark} nodrag nopan`}
      data-place={place}
      style={transform === undefined ? undefined : { transform }}
      aria-label={names}
      title={names}
      data-paused={isPaused || undefined}
      data-status={isPaused ? 'paused' : undefined}
      disabled={services === undefined || marked === undefined}
      onClick={(event) => {
        event.stopPropagation();
        patch(interaction, { breakpoint: { id: marked?.id } });
      }}
    >
      <MarkGlyph marked={marked} isPaused={isPaused} />
    </button>
  );
}

export interface PlainMarkProps extends Pick<MarkButtonProps, 'breakpoints' | 'isPaused'> {
  transform: string;
}

/** The mark of an edge that is too small to be clicked: as large as the button, and as visible. */
export function PlainMark({ breakpoints, isPaused = false, transform }: PlainMarkProps) {
  return (
    <span
      className={styles.mark}
      data-place="far"
      role="img"
      aria-label={namesOf(breakpoints, isPaused).join(', ')}
      style={{ transform }}
      data-paused={isPaused || undefined}
      data-status={isPaused ? 'paused' : undefined}
    >
      <MarkGlyph marked={markedOf(breakpoints)} isPaused={isPaused} />
    </span>
  );
}

function namesOf(breakpoints: readonly Breakpoint[], isPaused: boolean): string[] {
  return [...(isPaused ? ['The run is paused here'] : []), ...breakpoints.map(breakpointName)];
}

interface MarkGlyphProps {
  marked: Breakpoint | undefined;
  isPaused: boolean;
}

function MarkGlyph({ marked, isPaused }: MarkGlyphProps) {
  if (marked === undefined || isPaused) return <Icon name="pause" size={12} />;
  return <BreakpointGlyph kind={kindOf(marked)} enabled={marked.enabled} />;
}
