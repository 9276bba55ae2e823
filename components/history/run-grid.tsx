'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { NO_FOCUS, runPath } from '@/components/run-state/permalink';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import type { HistoryRunRecord } from '@/lib/contracts/history';
import { type GridPlace, movedPlace } from './grid-place';
import { GridRow } from './grid-row';
import styles from './run-grid.module.css';

export interface RunGridProps {
  /** Newest first. */
  runs: readonly HistoryRunRecord[];
  /** Columns, in order. */
  steps: readonly string[];
  /** Versions that are worse than the version before, with the reason. */
  worse: ReadonlyMap<number, string>;
  /** Whether older runs can be loaded. */
  hasOlder: boolean;
  onOlder: () => void;
}

/** Measures at the usual text size, in px; the style sheet has the same ones, in rem. */
const ROW = 28;
const CELL = 26;
const HEAD = 116;
const LEAD = 330;
/** Borders, and room for a scroll bar. */
const FRAME = 18;
/** Rows before the end at which older runs are loaded. */
const NEAR_END = 20;

/** Runs by steps, newest first. Only visible cells are rendered. Arrow keys move, Enter opens the run at the step. */
export function RunGrid({ runs, steps, worse, hasOlder, onOlder }: RunGridProps) {
  const id = useId();
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 0 });
  const scale = useTextScale();
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW * scale,
    paddingStart: HEAD * scale,
    scrollPaddingStart: HEAD * scale,
    overscan: 10,
  });
  const columns = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL * scale,
    horizontal: true,
    paddingStart: LEAD * scale,
    scrollPaddingStart: LEAD * scale,
    overscan: 10,
  });
  useRowSize(rows, ROW * scale);
  useRowSize(columns, CELL * scale);
  const lastRow = rows.getVirtualItems().at(-1)?.index ?? 0;
  const wantsOlder = hasOlder && lastRow >= runs.length - NEAR_END;
  const load = useRef(onOlder);
  load.current = onOlder;
  // The server has the older runs.
  useEffect(() => {
    if (wantsOlder) load.current();
  }, [wantsOlder]);
  const shownColumns = columns.getVirtualItems();
  const visible = useMemo(
    () => shownColumns.map(({ index, start }) => ({ index, start, step: steps[index] ?? '' })),
    [shownColumns, steps],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedPlace(place, event, { rows: runs.length, columns: steps.length + 1 });
    if (moved) {
      event.preventDefault();
      setPlace(moved);
      rows.scrollToIndex(moved.row);
      if (moved.column > 0) columns.scrollToIndex(moved.column - 1);
    }
    const run = event.key === 'Enter' ? runs[place.row] : undefined;
    if (run) router.push(runPath(run.id, { ...NO_FOCUS, step: steps[place.column - 1] }));
  };

  return (
    <div ref={scroller} className={styles.scroller} style={{ height: rows.getTotalSize() + FRAME }}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows it, and keys move between its cells.
        role="grid"
        aria-label="Runs by steps"
        aria-rowcount={runs.length + 1}
        aria-colcount={steps.length + 1}
        aria-activedescendant={`${id}-${place.row}-${place.column}`}
        tabIndex={0}
        className={styles.grid}
        style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        <thead className={styles.head}>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1} className={styles.corner}>
              <span>Run</span>
              <span>Version</span>
              <span>Started</span>
              <span className={styles.length}>Duration</span>
            </th>
            {visible.map(({ index, start, step }) => (
              <th
                key={step}
                scope="col"
                aria-colindex={index + 2}
                title={step}
                className={styles.step}
                style={{ left: start }}
              >
                {step}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.getVirtualItems().map(({ index, start }) => {
            const run = runs[index];
            const older = runs[index + 1];
            return run ? (
              <GridRow
                key={run.id}
                id={`${id}-${index}`}
                run={run}
                index={index}
                top={start}
                columns={visible}
                column={place.row === index ? place.column : undefined}
                isFirstOfVersion={older !== undefined && older.version !== run.version}
                worse={worse.get(run.version)}
                onPoint={(column) => setPlace({ row: index, column })}
              />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}
