'use client';

import Link from 'next/link';
import { memo, useMemo } from 'react';
import { triggerText } from '@/components/run/trigger';
import { NO_FOCUS, runPath } from '@/components/run-state/permalink';
import { displayStatus } from '@/components/run-state/status';
import { Instant } from '@/components/run-state/times';
import { formatDuration, formatMoment } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS, StatusGlyph } from '@/components/ui/status';
import type { HistoryRunRecord } from '@/lib/contracts/history';
import { type Cell, cellStatus, cellsOf, cellText } from './cells';
import styles from './run-grid.module.css';

export interface GridRowProps {
  /** Prefix of the ids of its cells. */
  id: string;
  run: HistoryRunRecord;
  /** Counted from 0. */
  index: number;
  /** In pixels. */
  top: number;
  /** Visible steps. */
  columns: readonly { readonly index: number; readonly start: number; readonly step: string }[];
  /** The active column; undefined in other rows. */
  column: number | undefined;
  /** Whether the next older run executed another version. */
  isFirstOfVersion: boolean;
  /** Why its version is worse than the one before. */
  worse: string | undefined;
  onPoint: (column: number) => void;
}

/** One run: its facts, and a cell for each step. */
export const GridRow = memo(GridRowView, isSameRow);

function GridRowView(props: GridRowProps) {
  const { id, run, index, top, columns, column, isFirstOfVersion, onPoint } = props;
  const cells = useMemo(() => cellsOf(run), [run]);
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.row}
      data-boundary={isFirstOfVersion || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Lead {...props} isActive={column === 0} />
      {columns.map((each) => (
        <StepCell
          key={each.step}
          id={`${id}-${each.index + 1}`}
          runId={run.id}
          step={each.step}
          cell={cells.get(each.step)}
          position={each}
          isActive={column === each.index + 1}
          onPoint={() => onPoint(each.index + 1)}
        />
      ))}
    </tr>
  );
}

/** The visible columns are a new list for each rendering. */
function isSameRow(before: GridRowProps, after: GridRowProps): boolean {
  return (
    before.run === after.run &&
    before.index === after.index &&
    before.top === after.top &&
    before.column === after.column &&
    before.isFirstOfVersion === after.isFirstOfVersion &&
    before.worse === after.worse &&
    before.columns === after.columns
  );
}

function Lead({ id, run, isFirstOfVersion, worse, isActive, onPoint }: GridRowProps & { isActive: boolean }) {
  const status = displayStatus(run);
  const { parentNumber, fixedBy } = run;
  const notes = [
    STATUS_LOOKS[status].word,
    triggerText(run),
    ...(fixedBy === null ? [] : [`Fixed by #${fixedBy.number}`]),
    ...(run.error === null ? [] : [run.error.message]),
  ];
  return (
    <td id={`${id}-0`} aria-colindex={1} className={styles.lead} data-active={isActive || undefined}>
      <Link
        href={runPath(run.id)}
        tabIndex={-1}
        prefetch={false}
        className={styles.run}
        title={notes.join(' · ')}
        onFocus={() => onPoint(0)}
      >
        <StatusGlyph status={status} labelled />
        <b>#{run.number}</b>
        {parentNumber !== null && <Icon name="retrying" size={12} label={`Re-run of #${parentNumber}`} />}
        {fixedBy !== null && <Icon name="check" size={12} label={`Fixed by #${fixedBy.number}`} />}
      </Link>
      <span className={styles.version} data-worse={(isFirstOfVersion && worse !== undefined) || undefined}>
        v{run.version}
        {isFirstOfVersion && worse !== undefined && <Icon name="warn" size={12} label={worse} />}
      </span>
      <Instant at={run.createdAt} format={(at) => formatMoment(at, new Date())} className={styles.started} />
      <span className={styles.length}>{run.durationMs === null ? '' : formatDuration(run.durationMs)}</span>
    </td>
  );
}

interface StepCellProps {
  id: string;
  runId: string;
  step: string;
  cell: Cell | undefined;
  position: { readonly index: number; readonly start: number };
  isActive: boolean;
  onPoint: () => void;
}

function StepCell({ id, runId, step, cell, position, isActive, onPoint }: StepCellProps) {
  const text = cellText(step, cell);
  return (
    <td
      id={id}
      aria-colindex={position.index + 2}
      className={styles.cell}
      data-active={isActive || undefined}
      style={{ left: position.start }}
    >
      {cell ? (
        <Link
          href={runPath(runId, { ...NO_FOCUS, step })}
          tabIndex={-1}
          prefetch={false}
          aria-label={text}
          title={text}
          className={styles.mark}
          data-status={cellStatus(cell)}
          data-retried={(cell.attempts ?? 1) > 1 || undefined}
          onFocus={onPoint}
        >
          <Icon name={STATUS_LOOKS[cellStatus(cell)].icon} size={12} />
        </Link>
      ) : (
        <span role="img" className={styles.absent} title={text} aria-label={text} />
      )}
    </td>
  );
}
