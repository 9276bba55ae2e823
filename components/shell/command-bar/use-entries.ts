'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { queryFor } from '@/client/queries';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import type { RunSummary } from '@/lib/contracts/runs';
import { useBar } from './bar-context';
import type { BarItem } from './bar-item';
import { PAGES } from './places';

/** Number of newest runs that are searched; any other is found by its id. */
const NEWEST_RUNS = 200;
/** What can be the id of a run, and is longer than words that people search for. */
const ID = /^[\w-]{20,}$/;

interface Entries {
  readonly items: readonly BarItem[];
  readonly isLoading: boolean;
  /** Whether some could not be loaded. */
  readonly isIncomplete: boolean;
}

/** The entries of the command bar: those of the page, and what the server knows. */
export function useEntries(query: string): Entries {
  const bar = useBar();
  const { push } = useRouter();
  const pipelines = useQuery(queryFor(pipelineEndpoints.list, {}));
  const runs = useQuery(queryFor(runEndpoints.list, { limit: NEWEST_RUNS }));
  const actions = useQuery(queryFor(systemEndpoints.actions, {}));
  const id = query.trim();
  const byId = useQuery({ ...queryFor(runEndpoints.get, { id }), enabled: ID.test(id), retry: false });
  const here = useMemo(() => bar?.items() ?? [], [bar]);
  const items = useMemo(
    () => [
      ...here,
      ...PAGES.map(
        ({ href, ...place }): BarItem => ({
          id: `page:${href}`,
          kind: 'Page',
          ...place,
          run: () => push(href),
        }),
      ),
      ...(pipelines.data?.pipelines ?? []).map((pipeline) => entryOfPipeline(pipeline, push)),
      ...withRun(runs.data?.runs ?? [], byId.data).map((run) => entryOfRun(run, push)),
      ...(actions.data ?? []).map(
        ({ type, title, icon, description }): BarItem => ({
          id: `action:${type}`,
          kind: 'Action',
          label: title,
          detail: type,
          keywords: description,
          icon,
          run: () => push(`/actions/${encodeURIComponent(type)}`),
        }),
      ),
    ],
    [here, pipelines.data, runs.data, byId.data, actions.data, push],
  );
  const isLoading = pipelines.isLoading || runs.isLoading || actions.isLoading || byId.isLoading;
  const isIncomplete = pipelines.isError || runs.isError || actions.isError;
  return { items, isLoading, isIncomplete };
}

type Push = (href: string) => void;

function entryOfPipeline({ id, name }: PipelineSummary, push: Push): BarItem {
  return {
    id: `pipeline:${id}`,
    kind: 'Pipeline',
    label: name,
    keywords: id,
    icon: 'flow',
    run: () => push(`/pipelines/${encodeURIComponent(id)}`),
  };
}

function entryOfRun({ id, number, pipelineName, status }: RunSummary, push: Push): BarItem {
  return {
    id: `run:${id}`,
    kind: 'Run',
    label: `#${number} ${pipelineName}`,
    detail: status,
    keywords: id,
    icon: 'runs',
    run: () => push(`/runs/${encodeURIComponent(id)}`),
  };
}

/** The newest runs, and the one with the requested id. */
function withRun(runs: readonly RunSummary[], run: RunSummary | undefined): readonly RunSummary[] {
  return run === undefined || runs.some(({ id }) => id === run.id) ? runs : [...runs, run];
}
