'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { shownStatus } from '@/components/run-state/status';
import { Elapsed } from '@/components/run-state/times';
import { useRunContact } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { Spinner } from '@/components/ui/spinner';
import { StatusGlyph } from '@/components/ui/status';
import { isTerminal, type UnitState } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { IterationRow } from '@/lib/contracts/iterations';
import styles from './chunked-loop.module.css';

/** Iterations per page of the list. */
const PAGE_ROWS = 200;

/** Interval of reading the iterations of an active loop, in ms. */
const POLL_MS = 2000;

export interface ChunkedLoopProps {
  step: string;
  /** The step, whose iterations are executed by other runs in chunks. */
  unit: UnitState;
  chosen: number | undefined;
}

function emptyText(onlyFailed: boolean): string {
  return onlyFailed ? 'No failed iterations' : 'No more iterations';
}

/** The iterations of a chunked loop, a page at a time, with the numbers of completed and failed ones. */
export function ChunkedLoop({ step, unit, chosen }: ChunkedLoopProps) {
  const { runId, setFocus } = useLens();
  const contact = useRunContact();
  const [starts, setStarts] = useState<readonly number[]>(() => [pageOf(chosen ?? 0)]);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const from = starts.at(-1) ?? 0;
  const total = unit.chunks?.total ?? 0;
  const only = onlyFailed ? { only: 'failed' as const } : {};
  const { data, error, isPlaceholderData } = useQuery({
    ...queryFor(runEndpoints.iterations, { runId, step, from, limit: PAGE_ROWS, ...only }),
    placeholderData: keepPreviousData,
    refetchInterval: isTerminal(unit.status) ? false : POLL_MS,
  });
  const next = data?.next ?? null;
  const isFirst = starts.length === 1 && from === 0;

  function back() {
    setStarts(starts.length > 1 ? starts.slice(0, -1) : [Math.max(0, from - PAGE_ROWS)]);
  }

  return (
    <section className={styles.loop} aria-label="Iterations">
      <p className={styles.totals} aria-live="off">
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={chosen === undefined}
          onClick={() => setFocus({ step, iteration: [] })}
        >
          {chosen === undefined ? `${count(total)} iterations` : `${count(chosen + 1)} / ${count(total)}`}
        </Button>
        {data && (
          <span>
            {count(data.completed)} completed, {count(data.failed)} failed
          </span>
        )}
      </p>
      <div className={styles.bar}>
        <IconButton size="sm" icon="left" label="Earlier iterations" disabled={isFirst} onClick={back} />
        <span className={styles.place}>{placeOf(data?.rows)}</span>
        <IconButton
          size="sm"
          icon="right"
          label="Later iterations"
          disabled={next === null || isPlaceholderData}
          onClick={() => next !== null && setStarts([...starts, next])}
        />
        <span className={styles.end}>
          <Checkbox
            checked={onlyFailed}
            onCheckedChange={(checked) => {
              setOnlyFailed(checked);
              setStarts([0]);
            }}
          >
            Failed only
          </Checkbox>
        </span>
      </div>
      {error && <p role="alert">Iterations could not be loaded. {error.message}</p>}
      {!data && !error && <Spinner label="Loading iterations" size={14} />}
      {data?.rows.length === 0 && <p className={styles.empty}>{emptyText(onlyFailed)}</p>}
      <ol className={styles.rows} aria-busy={isPlaceholderData}>
        {data?.rows.map((row) => (
          <li key={row.index}>
            <button
              type="button"
              aria-current={row.index === chosen}
              onClick={() => setFocus({ step, iteration: [row.index] })}
            >
              <span className={styles.number}>{count(row.index + 1)}</span>
              <StatusGlyph status={shownStatus(row.status, contact.state)} size={12} labelled />
              <span className={styles.text}>{row.error?.message ?? row.item}</span>
              {row.startedAt && (
                <Elapsed from={row.startedAt} to={row.finishedAt ?? undefined} className={styles.time} />
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function pageOf(index: number): number {
  return index - (index % PAGE_ROWS);
}

function placeOf(rows: readonly IterationRow[] | undefined): string {
  const first = rows?.[0];
  const last = rows?.at(-1);
  return first && last ? `${count(first.index + 1)} to ${count(last.index + 1)}` : '';
}

function count(value: number): string {
  return value.toLocaleString('en');
}
