'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Instant } from '@/components/run-state/times';
import { clsx } from '@/components/ui/clsx';
import { useTextScale } from '@/components/ui/use-text-scale';
import { unitKey } from '@/engine';
import type { LogEntry } from './log-lines';
import styles from './log-list.module.css';

export interface LogListProps {
  lines: readonly LogEntry[];
  /** `Logs of deploy`. */
  label: string;
  /** Shows the step before each message. */
  withSteps?: boolean;
  /** Keeps the newest line visible. */
  follow?: boolean;
  /** Called when a person scrolls away from the newest line, or back to it. */
  onFollowChange?: (follow: boolean) => void;
  /** Opens the step of a line. */
  onOpen?: (line: LogEntry) => void;
  className?: string;
}

const LINE_HEIGHT = 18;
/** Distance from the end at which the scroll position counts as the end, in pixels. */
const NEAR_END = 24;

/** Log lines. Only visible lines are rendered. */
export function LogList({
  lines,
  label,
  withSteps,
  follow,
  onFollowChange,
  onOpen,
  className,
}: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = LINE_HEIGHT * useTextScale();
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    getItemKey: (index) => lines[index]?.seq ?? index,
  });

  // The scroll position of the list.
  useEffect(() => {
    if (follow && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [follow, lines.length, virtual]);

  return (
    <div
      ref={scroller}
      role="log"
      // The run has a live region of its own; announcing each line would be too much.
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable with the keyboard.
      tabIndex={0}
      className={clsx(styles.list, withSteps && styles.withSteps, className)}
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
        const atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
        if (atEnd !== follow) onFollowChange?.(atEnd);
      }}
    >
      <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-level={line.level}
              className={styles.line}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Instant at={line.at} className={styles.time} />
              <span className={styles.level}>{line.level}</span>
              {withSteps && (
                <button type="button" className={styles.step} onClick={() => onOpen?.(line)}>
                  {unitKey(line)}
                </button>
              )}
              <span className={styles.message}>{line.message}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
