'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/client/api';
import { keyOf } from '@/client/queries';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { MAX_MATCHES, type PayloadMatch } from '@/lib/contracts/payloads';
import type { StoredValue } from './use-large-tree';

/** The matches of a search so far. */
export interface LargeSearch {
  readonly matches: readonly PayloadMatch[];
  /** Whether the whole value was searched. */
  readonly isComplete: boolean;
  readonly error: Error | null;
  /** Searches on, for more matches. */
  searchOn(): void;
}

/** Searches a stored value section by section, until there are matches for a page. */
export function useLargeSearch(stored: StoredValue, needle: string): LargeSearch {
  const text = needle.trim();
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(runEndpoints.payloadSearch, { ...stored, text }),
    queryFn: ({ pageParam, signal }) =>
      callApi(runEndpoints.payloadSearch, { ...stored, text, after: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const matches = data?.pages.flatMap((page) => page.matches) ?? [];
  const isWanted = hasNextPage && !isFetching && error === null && matches.length < MAX_MATCHES;
  // The next section on the server.
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  return {
    matches,
    isComplete: text === '' || (data !== undefined && !hasNextPage),
    error,
    searchOn() {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}
