'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { scalarText } from '@/components/json-tree/flatten';
import {
  countIterations,
  countWarned,
  iterationCells,
  iterationToShow,
  nextFailed,
  statusIn,
} from '@/components/run-state/iteration-cells';
import { useLens } from '@/components/run-state/run-context';
import { shownStatus } from '@/components/run-state/status';
import { Elapsed } from '@/components/run-state/times';
import { useRunContact } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { StatusBadge, StatusGlyph } from '@/components/ui/status';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import type { IterationsState, Payload } from '@/engine';
import styles from './loop-navigator.module.css';
import type { LoopLevel } from './selection';

export interface LoopNavigatorProps {
  step: string;
  level: LoopLevel;
  /** Whether keys move through this loop, which is the innermost one. */
  hasKeys: boolean;
}

/** All iterations of a loop as a strip, with navigation between them. */
export function LoopNavigator({ step, level, hasKeys }: LoopNavigatorProps) {
  const { setFocus } = useLens();
  const contact = useRunContact();
  const [listed, setListed] = useState(false);
  const { iterations, chosen, path } = level;
  const cells = useMemo(() => iterationCells(iterations), [iterations]);
  const counts = useMemo(() => countIterations(iterations), [iterations]);
  const warned = useMemo(() => countWarned(iterations), [iterations]);
  const total = iterations.total;
  const failed = nextFailed(iterations, chosen ?? -1);

  function choose(index: number | undefined) {
    setFocus({ step, iteration: index === undefined ? path : [...path, index] });
  }

  /** Does nothing without a target. */
  function go(index: number | undefined) {
    if (index !== undefined) choose(index);
  }

  function beside(by: 1 | -1) {
    if (chosen === undefined) return by > 0 ? iterationToShow(iterations) : total - 1;
    return Math.min(total - 1, Math.max(0, chosen + by));
  }

  useIterationKeys(hasKeys && total > 0, {
    ',': () => go(beside(-1)),
    '.': () => go(beside(1)),
    '<': () => go(nextFailed(iterations, chosen ?? 0, -1)),
    '>': () => go(failed),
  });

  if (total === 0) return <p className={styles.empty}>No iterations: the list is empty.</p>;
  return (
    <section className={styles.loop} aria-label="Iterations">
      <div className={styles.bar}>
        <IconButton
          size="sm"
          icon="left"
          label="Previous iteration"
          shortcut=","
          disabled={chosen === 0}
          onClick={() => go(beside(-1))}
        />
        <button
          type="button"
          className={styles.place}
          aria-pressed={chosen !== undefined}
          onClick={() => choose(undefined)}
        >
          {chosen === undefined ? `${total} iterations` : `${chosen + 1} / ${total}`}
        </button>
        <IconButton
          size="sm"
          icon="right"
          label="Next iteration"
          shortcut="."
          disabled={chosen === total - 1}
          onClick={() => go(beside(1))}
        />
        <Button
          size="sm"
          variant="quiet"
          icon="failed"
          disabled={failed === undefined}
          onClick={() => go(failed)}
        >
          Next failed
        </Button>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="quiet"
            icon="outline"
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
          >
            List
          </Button>
        </span>
      </div>
      <div className={styles.cells} aria-hidden>
        {cells.map((cell) => (
          <button
            key={cell.first}
            type="button"
            tabIndex={-1}
            className={styles.cell}
            data-status={shownStatus(cell.status, contact.state)}
            data-chosen={chosen !== undefined && chosen >= cell.first && chosen <= cell.last ? '' : undefined}
            title={cell.first === cell.last ? `${cell.first + 1}` : `${cell.first + 1} to ${cell.last + 1}`}
            onClick={() => go(cell.failed > 0 ? nextFailed(iterations, cell.first - 1) : cell.first)}
          />
        ))}
      </div>
      <p className={styles.counts}>
        {(['failed', 'running', 'retrying', 'waiting', 'cancelled', 'completed', 'pending'] as const).map(
          (status) =>
            counts[status] ? (
              <StatusBadge key={status} status={shownStatus(status, contact.state)} quiet>
                {counts[status]} {status === 'pending' ? 'not started' : status}
              </StatusBadge>
            ) : null,
        )}
        {warned > 0 && (
          <StatusBadge status="warning" quiet>
            {warned} with warnings
          </StatusBadge>
        )}
      </p>
      {listed && <IterationList iterations={iterations} chosen={chosen} onChoose={go} />}
    </section>
  );
}

/** Keys that move between iterations while `isOn`, unless a text field has the focus. */
function useIterationKeys(isOn: boolean, keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  // The effect of a key depends on the shown iteration.
  useEffect(() => {
    newest.current = keys;
  });

  // The keyboard.
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const act = newest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null;
}

interface IterationListProps {
  iterations: IterationsState;
  chosen: number | undefined;
  onChoose: (index: number) => void;
}

const ROW_HEIGHT = 24;

/** Every iteration as a line: number, status, item, time. Only visible lines are rendered. */
function IterationList({ iterations, chosen, onChoose }: IterationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const contact = useRunContact();
  const rowHeight = ROW_HEIGHT * useTextScale();
  const virtual = useVirtualizer({
    count: iterations.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useRowSize(virtual, rowHeight);

  // The scroll position of the list.
  useEffect(() => {
    if (chosen !== undefined) virtual.scrollToIndex(chosen, { align: 'auto' });
  }, [chosen, virtual]);

  return (
    <div ref={scroller} className={styles.list}>
      <ol className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const unit = iterations.units.get(index);
          const status = shownStatus(statusIn(iterations, index), contact.state);
          return (
            <li key={index} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <button type="button" aria-current={index === chosen} onClick={() => onChoose(index)}>
                <span className={styles.number}>{index + 1}</span>
                <StatusGlyph status={status} size={12} labelled />
                <span className={styles.item}>{itemText(iterations.items[index - iterations.first])}</span>
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
