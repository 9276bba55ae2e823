'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pagesFor, queryFor } from '@/client/queries';
import { isOpen } from '@/components/run-state/status';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, formatDuration } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import { historyEndpoints } from '@/lib/contracts/endpoints/history';
import type { HistoryFigures } from '@/lib/contracts/history';
import { stepsOf } from './cells';
import { DayCharts } from './day-charts';
import { FailureList } from './failure-list';
import { GridLegend } from './grid-legend';
import styles from './history.module.css';
import { RunGrid } from './run-grid';
import { StepFigures } from './step-figures';
import { VersionFigures } from './version-figures';
import { percent, worseText } from './words';

export interface HistoryPageProps {
  pipelineId: string;
  pipelineName: string;
}

const PAGE = 100;
/** Interval of reading while a run is active, and otherwise, in ms. Many pages are read less often. */
const POLL_MS = 3000;
const IDLE_POLL_MS = 15_000;
const FEW_PAGES = 2;

/** The runs of a pipeline by steps, with what changed over time. */
export function HistoryPage({ pipelineId, pipelineName }: HistoryPageProps) {
  const list = useInfiniteQuery({
    ...pagesFor(historyEndpoints.history, { id: pipelineId, limit: PAGE }),
    refetchInterval: ({ state: { data } }) => {
      const isFew = (data?.pages.length ?? 0) <= FEW_PAGES;
      const isActive = data?.pages[0]?.runs.some(({ status }) => isOpen(status)) ?? false;
      return isFew && isActive ? POLL_MS : IDLE_POLL_MS;
    },
  });
  const figures = useQuery({
    ...queryFor(historyEndpoints.figures, { id: pipelineId }),
    refetchInterval: IDLE_POLL_MS,
  });
  const runs = useMemo(() => list.data?.pages.flatMap((page) => page.runs) ?? [], [list.data]);
  const order = figures.data?.steps;
  const steps = useMemo(() => stepsOf(order?.map(({ step }) => step) ?? [], runs), [order, runs]);
  const worse = useMemo(() => worseVersions(figures.data), [figures.data]);
  const problem = list.error ?? figures.error;
  return (
    <>
      <PageHeader title="History">{headline(pipelineName, figures.data)}</PageHeader>
      {problem && (
        <Notice status="failed" title="The history could not be loaded." alert>
          {problem.message}{' '}
          <Button
            size="sm"
            onClick={() => {
              void list.refetch();
              void figures.refetch();
            }}
          >
            Try again
          </Button>
        </Notice>
      )}
      {list.isPending && <Spinner label="Loading runs" />}
      {list.data && runs.length === 0 && (
        <EmptyState icon="runs" title="No runs yet">
          Run this pipeline to see its history here.
        </EmptyState>
      )}
      {runs.length > 0 && (
        <div className={styles.page}>
          {figures.data && <DayCharts days={figures.data.days} />}
          <section aria-label="Runs" className={styles.runs}>
            <RunGrid
              runs={runs}
              steps={steps}
              worse={worse}
              hasOlder={list.hasNextPage && !list.isFetchingNextPage}
              onOlder={() => void list.fetchNextPage()}
            />
            <GridLegend />
          </section>
          {figures.data && (
            <div className={styles.figures}>
              <FailureList pipelineId={pipelineId} failures={figures.data.failures} />
              <VersionFigures pipelineId={pipelineId} versions={figures.data.versions} />
              <StepFigures steps={figures.data.steps} />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function worseVersions(figures: HistoryFigures | undefined): ReadonlyMap<number, string> {
  const worse = figures?.versions.filter((each) => each.worse.length > 0) ?? [];
  return new Map(worse.map((each) => [each.version, worseText(each)]));
}

function headline(name: string, figures: HistoryFigures | undefined): string {
  if (!figures || figures.runs === 0) return name;
  const { runs, total } = figures;
  const facts = [
    runs === 1 ? '1 run' : `newest ${formatCount(runs, 'run')}`,
    ...(total.successRate === null ? [] : [`${percent(total.successRate)} completed`]),
    ...(total.p50Ms === null ? [] : [`p50 ${formatDuration(total.p50Ms)}`]),
    ...(total.p95Ms === null ? [] : [`p95 ${formatDuration(total.p95Ms)}`]),
  ];
  return `${name}: ${facts.join(', ')}`;
}
