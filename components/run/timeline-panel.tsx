'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import type { RunFocus } from '@/components/run-state/permalink';
import { useLens } from '@/components/run-state/run-context';
import { useShownInstant } from '@/components/run-state/use-run';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDuration } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import type { TimelineRow } from '@/engine/run/time/timeline-rows';
import { useRunTime } from './time/use-run-time';
import { rowAt } from './timeline/row-at';
import { createScale, liveEnd, type TimeScale } from './timeline/scale';
import { TimelineAxis } from './timeline/timeline-axis';
import { TimelineLine } from './timeline/timeline-line';
import { TimelineLines } from './timeline/timeline-lines';
import { type TimeAxis, useTimeAxis } from './timeline/use-time-axis';
import styles from './timeline-panel.module.css';

/** Work, waits and retries of every step on one axis of time. Arrow keys move between steps, Enter opens one. */
export function TimelinePanel() {
  const { missing, focus, setFocus } = useLens();
  const [unfolded, setUnfolded] = useState(false);
  const axis = useTimeAxis();
  const shown = useShownInstant()?.at;
  const latest = useRef(setFocus);
  latest.current = setFocus;
  // Lines are drawn again only when they change, not with the focus.
  const onChoose = useCallback((change: Partial<RunFocus>) => latest.current(change), []);
  const time = useRunTime();
  const times = useMemo(() => new Map(time?.steps.map((each) => [each.step, each])), [time]);
  const scale = useMemo(() => axis && scaleOf(axis, unfolded), [axis, unfolded]);

  if (missing !== undefined) return <EmptyState title="Run not found">{missing}</EmptyState>;
  if (!axis || !scale)
    return <EmptyState title="Loading the run…">The timeline starts with the first event.</EmptyState>;
  const { rows, reached, idle, idleMs, isOpen, isLive } = axis;

  return (
    <section className={styles.panel} aria-label="Timeline">
      <TimelineAxis scale={scale} now={isOpen ? reached : undefined} isLive={isLive} shown={shown}>
        {idle.length > 0 && <IdleButton idleMs={idleMs} isShown={unfolded} onShow={setUnfolded} />}
      </TimelineAxis>
      <TimelineLines count={rows.length}>
        {(index) => {
          const whole = rows[index];
          if (!whole) return null;
          const row = shown === undefined ? whole : rowAt(whole, shown);
          return (
            <TimelineLine
              key={row.step}
              row={row}
              whole={whole}
              scale={scale}
              reached={isOngoing(row) ? (shown ?? reached) : scale.to}
              known={isOngoing(whole) ? reached : scale.to}
              time={times.get(row.step)}
              isChosen={row.step === focus.step}
              onChoose={onChoose}
            />
          );
        }}
      </TimelineLines>
    </section>
  );
}

function scaleOf({ from, reached, idle, idleMs, isOpen }: TimeAxis, unfolded: boolean): TimeScale {
  const to = isOpen ? liveEnd(from, reached, unfolded ? 0 : idleMs) : Math.max(from + 1, reached);
  return createScale(from, to, unfolded ? [] : idle);
}

function isOngoing({ spans }: TimelineRow): boolean {
  return spans.at(-1)?.to === undefined && spans.length > 0;
}

interface IdleButtonProps {
  idleMs: number;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** Shows or hides time in which nothing was executed. */
function IdleButton({ idleMs, isShown, onShow }: IdleButtonProps) {
  return (
    <button
      type="button"
      className={styles.fold}
      aria-pressed={!isShown}
      title={isShown ? 'Collapse idle time' : 'Show idle time'}
      onClick={() => onShow(!isShown)}
    >
      <Icon name="collapse" size={12} />
      {formatDuration(idleMs)} idle {isShown ? 'shown' : 'hidden'}
    </button>
  );
}
