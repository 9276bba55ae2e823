'use client';

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, pagesFor, queryFor, readAgain } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { PipelineCounts, PipelinePage } from '@/lib/contracts/pipeline-list';
import { addressOf, countInputOf, type ListChoice, listInputOf } from './list-choice';
import { isUnfinished } from './strip';

/** What the server read for the choice in the URL. */
export interface FirstPipelines {
  readonly page: PipelinePage;
  readonly counts: PipelineCounts;
  /** When the server read them: ISO 8601. */
  readonly readAt: string;
}

/** How often the list is read while a run is active. */
const LIVE_MS = 4000;

/** The pipelines of a choice and their counts. @param first those of the choice in the URL; undefined for another one */
export function usePipelinePages(choice: ListChoice, first: FirstPipelines | undefined) {
  const pagesQuery = pagesFor(pipelineEndpoints.list, listInputOf(choice));
  const countsQuery = queryFor(pipelineEndpoints.count, countInputOf(choice));
  const readAt = first?.readAt ?? '';
  useRenderedAnswer(pagesQuery.queryKey, first && { pages: [first.page], pageParams: [''] }, readAt);
  useRenderedAnswer(countsQuery.queryKey, first?.counts, readAt);
  const list = useInfiniteQuery({
    ...pagesQuery,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (hasActiveRun(state.data?.pages ?? []) ? LIVE_MS : false),
  });
  const pages = list.data?.pages ?? [];
  const counts = useQuery({
    ...countsQuery,
    placeholderData: keepPreviousData,
    refetchInterval: hasActiveRun(pages) ? LIVE_MS : false,
  });
  return { list, pipelines: pages.flatMap((page) => page.pipelines), counts: counts.data };
}

function hasActiveRun(pages: readonly PipelinePage[]): boolean {
  return pages.some(({ pipelines }) => pipelines.some(({ recentRuns }) => recentRuns.some(isUnfinished)));
}

/** Reads the list and the counts again, after a change. */
export function useReadPipelines(): () => void {
  const queries = useQueryClient();
  return () => {
    void readAgain(queries, keyOf(pipelineEndpoints.list).slice(0, 3));
    void readAgain(queries, keyOf(pipelineEndpoints.count).slice(0, 3));
  };
}

/** Writes the choice to the URL, so that a copied URL opens the same list. */
export function useListAddress(choice: ListChoice): void {
  const next = addressOf(choice);
  // The address bar.
  useEffect(() => {
    if (next !== window.location.search) {
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${next}`);
    }
  }, [next]);
}
