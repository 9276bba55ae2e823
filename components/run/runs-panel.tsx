'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { pagesFor } from '@/client/queries';
import { historyPath } from '@/components/run-state/permalink';
import { useOptionalLens } from '@/components/run-state/run-context';
import { displayStatus, isOpen } from '@/components/run-state/status';
import { useHasBegun, useRunState } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDuration, formatElapsed, formatMoment } from '@/components/ui/format';
import { Segmented } from '@/components/ui/segmented';
import { Spinner } from '@/components/ui/spinner';
import { STATUS_LOOKS, type Status, StatusGlyph } from '@/components/ui/status';
import { useNow } from '@/components/ui/use-time';
import type { RunState } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunSummary } from '@/lib/contracts/runs';
import type { RunFilter } from './queries';
import styles from './runs-panel.module.css';
import { runNote, triggerText } from './trigger';

export interface RunsPanelProps {
  pipelineId: string;
  /** Opens a run. */
  onOpen: (runId: string) => void;
}

/** Interval of reading the list while a run is active, in ms. */
const POLL_MS = 2000;
/** Interval of reading the list while no run is active, in ms: another tab or a schedule may start one. */
const IDLE_POLL_MS = 15_000;

type Shown = 'all' | 'failed';
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
] as const;

/** The runs of one pipeline, newest first, kept up to date. */
export function RunsPanel({ pipelineId, onOpen }: RunsPanelProps) {
  const [shown, setShown] = useState<Shown>('all');
  const lens = useOptionalLens();
  const filter: RunFilter = {
    pipeline: pipelineId,
    limit: 50,
    ...(shown === 'failed' ? { status: 'failed' } : {}),
  };
  const { data, error, isPending, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery({
      ...pagesFor(runEndpoints.list, filter),
      enabled: useHasBegun(),
      refetchInterval: (query) =>
        query.state.data?.pages.some((page) => page.runs.some((run) => isOpen(run.status)))
          ? POLL_MS
          : IDLE_POLL_MS,
    });
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <section className={styles.panel} aria-label="Runs of this pipeline">
      <div className={styles.bar}>
        <Segmented<Shown>
          label="Filter runs"
          size="md"
          value={shown}
          onValueChange={setShown}
          segments={SHOWN}
        />
        <Link href={historyPath(pipelineId)} className={styles.history}>
          History
        </Link>
      </div>
      {isPending && (
        <p className={styles.note}>
          <Spinner label="Loading runs" />
        </p>
      )}
      {error && (
        <p className={styles.note} role="alert">
          Runs could not be loaded. {error.message}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && runs.length === 0 && (
        <EmptyState title={shown === 'failed' ? 'No failed runs' : 'No runs yet'} icon="runs">
          {shown === 'failed' ? 'No run of this pipeline has failed.' : 'Select Run to start one.'}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {runs.map((run) => (
          <li key={run.id}>
            <RunsPanelRow run={run} isShown={run.id === lens?.runId} onOpen={() => onOpen(run.id)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load older
        </Button>
      )}
    </section>
  );
}

interface RunsPanelRowProps {
  run: RunSummary;
  /** Whether it is the shown run. */
  isShown: boolean;
  onOpen: () => void;
}

/** The status of a run. That of the shown one says whether it is paused at a breakpoint, which the list does not know. */
function useStanding(run: RunSummary, isShown: boolean): Status {
  const isAtBreakpoint = useRunState(pausesOf) ?? false;
  const standing = displayStatus(run);
  return isShown && isAtBreakpoint && isOpen(run.status) ? 'paused' : standing;
}

function pausesOf({ pauses }: RunState): boolean {
  return pauses > 0;
}

/** One run in the list of its pipeline. */
function RunsPanelRow({ run, isShown, onOpen }: RunsPanelRowProps) {
  const isLive = isOpen(run.status);
  const standing = useStanding(run, isShown);
  const now = useNow(isLive ? 'second' : undefined);
  const note = runNote(run);
  const length =
    run.durationMs === null
      ? formatElapsed(now - Date.parse(run.startedAt ?? run.createdAt))
      : formatDuration(run.durationMs);
  return (
    <button type="button" className={styles.row} aria-current={isShown} onClick={onOpen}>
      <span className={styles.first}>
        <StatusGlyph status={standing} />
        <b className={styles.number}>#{run.number}</b>
        <span className={styles.word} data-status={standing}>
          {STATUS_LOOKS[standing].word.toLowerCase()}
        </span>
        <span className={styles.length}>{length}</span>
      </span>
      <span className={styles.second} suppressHydrationWarning>
        {formatMoment(run.createdAt, new Date(now))} · {triggerText(run)}
        {run.pinned && ' · kept'}
      </span>
      {note && (
        <span className={styles.second} data-status={note.status} title={note.text}>
          {note.text}
        </span>
      )}
    </button>
  );
}
