'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { IterationsState, Payload } from '@/engine';
import { Elapsed } from '../elapsed';
import { scalarText } from '../json-tree/scalar';
import { shownStatus } from '../status';
import { useRunContact } from '../use-run';
import styles from './iteration-list.module.css';

export interface IterationListProps {
  iterations: IterationsState;
  chosen: number | undefined;
  onChoose: (index: number) => void;
}

const ROW_HEIGHT = 24;

/** Every iteration on a line of its own: number, status, item, time. Only lines in view are drawn. */
export function IterationList({ iterations, chosen, onChoose }: IterationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const contact = useRunContact();
  const virtual = useVirtualizer({
    count: iterations.items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });

  // The scroll position of the list.
  useEffect(() => {
    if (chosen !== undefined) virtual.scrollToIndex(chosen, { align: 'auto' });
  }, [chosen, virtual]);

  return (
    <div ref={scroller} className={styles.list}>
      <ol className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const unit = iterations.units.get(index);
          const status = shownStatus(unit?.status ?? 'pending', contact.state);
          return (
            <li key={index} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <button type="button" aria-current={index === chosen} onClick={() => onChoose(index)}>
                <span className={styles.number}>{index + 1}</span>
                <StatusGlyph status={status} size={12} labelled />
                <span className={styles.item}>{itemText(iterations.items[index])}</span>
                {unit?.startedAt && (
                  <Elapsed from={unit.startedAt} to={unit.finishedAt} className={styles.time} />
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The item on one line. */
function itemText(item: Payload | undefined): string {
  if (!item) return '';
  if ('ref' in item) return item.summary;
  return typeof item.value === 'object' ? JSON.stringify(item.value).slice(0, 200) : scalarText(item.value);
}
