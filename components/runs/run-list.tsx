'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useMemo, useState } from 'react';
import { pagesFor, queryFor } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { isOpen } from '@/components/run-state/status';
import { useAlive } from '@/components/run-state/use-alive';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, formatDay } from '@/components/ui/format';
import { useNow } from '@/components/ui/use-time';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { MOST_COUNTED, type RunCounts, type RunPage, type RunSummary } from '@/lib/contracts/runs';
import type { RunFilter } from '../run/queries';
import { ALL_RUNS, countText, type RunChoice } from './run-choice';
import { RunFilters } from './run-filters';
import styles from './run-list.module.css';
import { RunRow } from './run-row';
import { groupByPipeline } from './run-spark';
import { SavedSearches } from './saved-searches';
import type { SearchActions } from './search-actions';
import { SearchBox } from './search-box';

export interface RunListProps {
  /** The first page for the filter in the URL. */
  first: RunPage;
  /** When the server rendered the page: ISO 8601. */
  now: string;
  choice: RunChoice;
  pipelines: readonly { readonly id: string; readonly name: string }[];
  actions: SearchActions;
}

const PAGE = 50;
/** Number of runs for comparisons of durations. */
const RECENT = 200;
const POLL_MS = 2000;
const IDLE_POLL_MS = 10_000;

/** All runs of all pipelines, newest first, kept up to date. */
export function RunList({ first, now: serverNow, choice: firstChoice, pipelines, actions }: RunListProps) {
  const [choice, setChoice] = useState(firstChoice);
  const isAlive = useAlive();
  const now = useNow(undefined);
  const { list, recent, counts } = useRunQueries(
    choice,
    choice === firstChoice ? { page: first, readAt: serverNow } : undefined,
  );
  useChoiceInAddress(choice);
  const search = (text: string) => setChoice({ ...choice, search: text });

  const runs = useMemo(() => list.data?.pages.flatMap((page) => page.runs) ?? [], [list.data]);
  const siblings = useMemo(
    () => groupByPipeline([...(recent.data?.runs ?? []), ...runs]),
    [recent.data, runs],
  );
  const days = groupByDay(runs, isAlive ? new Date(now) : undefined);
  return (
    <>
      <PageHeader
        title="Runs"
        actions={
          <Button icon="file" asChild>
            <Link href="/runs/open">Open run file</Link>
          </Button>
        }
      >
        {headline(counts.data)}
      </PageHeader>
      <div className={styles.search}>
        <SearchBox value={choice.search} onSearch={search} />
        <SavedSearches search={choice.search} onSearch={search} actions={actions} />
      </div>
      <RunFilters
        choice={choice}
        onChoose={setChoice}
        pipelines={pipelines}
        counts={choice.search === '' ? counts.data : undefined}
      />
      {list.error && (
        <p role="alert" className={styles.problem}>
          Runs could not be loaded. {list.error.message}{' '}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {list.data && runs.length === 0 ? (
        <NoRuns choice={choice} onChoose={setChoice} />
      ) : (
        <div className={styles.list}>
          <div className={styles.heads} aria-hidden>
            <span>Status</span>
            <span>Run</span>
            <span>Pipeline</span>
            <span>Trigger</span>
            <span>Started</span>
            <span>vs. last 11 runs</span>
            <span>Duration</span>
          </div>
          {days.map((day, index) => (
            <section key={day.title} aria-label={day.title}>
              <h2 className={styles.day}>
                {day.title} <span>{dayCount(day, list.hasNextPage && index === days.length - 1)}</span>
              </h2>
              <ul>
                {day.runs.map((run) => (
                  <li key={run.id}>
                    <RunRow run={run} siblings={siblings.get(run.pipelineId) ?? []} isAlive={isAlive} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <div className={styles.older}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older
          </Button>
        </div>
      )}
    </>
  );
}

/** The runs of a filter, the runs for comparisons, and the counts. */
function useRunQueries(choice: RunChoice, first: { page: RunPage; readAt: string } | undefined) {
  const filter = filterOf(choice);
  const query = pagesFor(runEndpoints.list, filter);
  useRenderedAnswer(query.queryKey, first && { pages: [first.page], pageParams: [''] }, first?.readAt ?? '');
  const list = useInfiniteQuery({
    ...query,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.runs.some((run) => isOpen(run.status))) ? POLL_MS : IDLE_POLL_MS,
  });
  const { status: _, search: __, ...anyStatus } = filter;
  const recentFilter: RunFilter = { ...anyStatus, limit: RECENT };
  const recent = useQuery({
    ...queryFor(runEndpoints.list, recentFilter),
    refetchInterval: IDLE_POLL_MS,
  });
  const { limit: ___, ...countFilter } = anyStatus;
  const counts = useQuery({
    ...queryFor(runEndpoints.count, countFilter),
    refetchInterval: IDLE_POLL_MS,
  });
  return { list, recent, counts };
}

function filterOf({ pipeline, status, kept, search }: RunChoice): RunFilter {
  return {
    limit: PAGE,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(status === undefined ? {} : { status }),
    ...(kept ? { kept: true } : {}),
    ...(search === '' ? {} : { search }),
  };
}

/** Writes the filter to the URL, so that a copied URL opens the same list. */
function useChoiceInAddress(choice: RunChoice): void {
  // The address bar.
  useEffect(() => {
    const query = new URLSearchParams();
    if (choice.status) query.set('status', choice.status);
    if (choice.pipeline) query.set('pipeline', choice.pipeline);
    if (choice.kept) query.set('kept', '1');
    if (choice.search !== '') query.set('search', choice.search);
    const next = query.size > 0 ? `?${query}` : '';
    if (next !== window.location.search) {
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${next}`);
    }
  }, [choice]);
}

interface NoRunsProps {
  choice: RunChoice;
  onChoose: (choice: RunChoice) => void;
}

/** Why no run is listed, and how to find or start some. */
function NoRuns({ choice, onChoose }: NoRunsProps) {
  const isFiltered =
    choice.status !== undefined || choice.pipeline !== undefined || choice.kept || choice.search !== '';
  if (!isFiltered) {
    return (
      <EmptyState icon="runs" title="No runs yet">
        Open a pipeline and select Run. All runs are listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="runs"
      title="No matching runs"
      actions={<Button onClick={() => onChoose(ALL_RUNS)}>Show all runs</Button>}
    >
      {choice.search === '' ? 'No run matches the filters.' : 'No run matches the search and the filters.'}
    </EmptyState>
  );
}

function headline(counts: RunCounts | undefined): string {
  if (!counts) return 'All runs, newest first';
  const { running, waiting, pending, paused, quarantined } = counts;
  const open = Math.min(running + waiting + pending + paused + quarantined, MOST_COUNTED);
  const active = `${open.toLocaleString('en')}${open === MOST_COUNTED ? ' or more' : ''} active`;
  const all = countText(counts, undefined);
  return `${all} ${all === '1' ? 'run' : 'runs'}, ${active}, ${countText(counts, 'failed')} failed`;
}

/** Runs that were created on the same day. */
interface RunDay {
  readonly title: string;
  readonly runs: readonly RunSummary[];
}

/** Groups runs, newest first, by the day of their creation, in the reader's zone, or in UTC without `now`. */
function groupByDay(runs: readonly RunSummary[], now: Date | undefined): RunDay[] {
  const days: { title: string; runs: RunSummary[] }[] = [];
  for (const run of runs) {
    const title = now ? formatDay(run.createdAt, now) : run.createdAt.slice(0, 10);
    const last = days.at(-1);
    if (last?.title === title) last.runs.push(run);
    else days.push({ title, runs: [run] });
  }
  return days;
}

/** The number of runs of a day. @param hasMore whether older runs of it may not be loaded yet */
function dayCount({ runs }: RunDay, hasMore: boolean): string {
  return hasMore ? `newest ${formatCount(runs.length, 'run')}` : formatCount(runs.length, 'run');
}
