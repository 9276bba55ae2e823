'use client';

import type { ReactNode } from 'react';
import { useAlive } from '@/components/run-state/use-alive';
import { formatClock, formatDuration, formatElapsed } from '@/components/ui/format';
import { axisTicks, type TimeScale } from './scale';
import styles from './timeline.module.css';

export interface TimelineAxisProps {
  scale: TimeScale;
  /** The current instant in ms since 1970; undefined once the run has ended. */
  now: number | undefined;
  isLive: boolean;
  /** The shown past instant in ms since 1970. */
  shown?: number | undefined;
  /** Shown at the left end. */
  children?: ReactNode;
}

const MOST_TICKS = 7;

/** The axis of the timeline: marks, folds and the current instant. */
export function TimelineAxis({ scale, now, isLive, shown, children }: TimelineAxisProps) {
  const isAlive = useAlive();
  return (
    <div className={styles.axis} aria-hidden={children ? undefined : true}>
      <div className={styles.corner}>{children}</div>
      <div className={styles.marks}>
        {axisTicks(scale, MOST_TICKS).map((tick) => (
          <span key={tick.at} className={styles.mark} style={{ left: `${tick.place * 100}%` }}>
            {tick.at === scale.from ? isAlive && formatClock(tick.at) : `+${since(tick.at - scale.from)}`}
          </span>
        ))}
        {scale.folds.map((fold) => (
          <span
            key={fold.from}
            className={styles.folded}
            title={`Idle for ${formatDuration(fold.to - fold.from)}`}
            style={{
              left: `${scale.place(fold.from) * 100}%`,
              width: `${(scale.place(fold.to) - scale.place(fold.from)) * 100}%`,
            }}
          />
        ))}
        {now !== undefined && (
          <span
            className={styles.now}
            data-live={isLive || undefined}
            style={{ left: `${scale.place(now) * 100}%` }}
          />
        )}
        {shown !== undefined && (
          <span className={styles.shown} style={{ left: `${scale.place(shown) * 100}%` }} />
        )}
      </div>
    </div>
  );
}

/** A duration without unneeded decimals: `200 ms`, `0.5 s`, `2.03 s`, `75 s`, `2 m 30 s`. */
function since(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms < 120_000 ? `${ms / 1000} s` : formatElapsed(ms);
}
