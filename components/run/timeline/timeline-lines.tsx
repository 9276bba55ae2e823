'use client';

import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { listTarget } from '@/components/ui/list-navigation';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import styles from './timeline-lines.module.css';

export interface TimelineLinesProps {
  count: number;
  /** One line: a button. */
  children: (index: number) => ReactNode;
}

const LINE_HEIGHT = 20;
/** A list that is not laid out yet counts as this high, in px: its first lines are rendered at once. */
const LEAST_HEIGHT = 200;

/** The lines of a timeline, of which only the visible ones are rendered. Arrow keys move between all of them. */
export function TimelineLines({ count, children }: TimelineLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  /** The line to focus once it is rendered. */
  const wanted = useRef<number | undefined>(undefined);
  const height = LINE_HEIGHT * useTextScale();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    observeElementRect: (list, report) =>
      observeElementRect(list, (rect) => report({ ...rect, height: Math.max(LEAST_HEIGHT, rect.height) })),
    overscan: 20,
  });
  useRowSize(virtual, height);

  function focusWanted(): void {
    if (wanted.current === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] button`);
    if (!line) return;
    wanted.current = undefined;
    line.focus();
  }

  // The focus follows to a line that was scrolled into view.
  useEffect(focusWanted);

  function onKeyDown(event: KeyboardEvent): void {
    const at = indexOf(document.activeElement);
    const target = listTarget(event.key, { at, count });
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    wanted.current = target;
    virtual.scrollToIndex(target, { align: 'auto' });
    focusWanted();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only moves focus between its buttons.
    <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
      <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            data-index={index}
            className={styles.line}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The line that has the focus; -1 for none. */
function indexOf(focused: Element | null): number {
  const line = focused?.closest('[data-index]');
  return line ? Number(line.getAttribute('data-index')) : -1;
}
