import {
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { AnswerOf, Endpoint, InputOf } from '@/lib/contracts/endpoint';
import { callApi } from './api';

/** The React Query key of an answer. With a part of the input, it matches the keys of all answers with that part. */
export function keyOf<E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>> = {}) {
  return ['api', endpoint.method, endpoint.path, input] as const;
}

/** React Query options that read an endpoint. */
export function queryFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => callApi(endpoint, input, signal),
  });
}

/** Stores an answer that came with another request, so that `queryFor` finds it. */
export function storeAnswer<E extends Endpoint>(
  queries: QueryClient,
  { endpoint, input, answer }: { endpoint: E; input: InputOf<E>; answer: AnswerOf<E> },
): void {
  const queryKey = keyOf(endpoint, input);
  // A read in progress would replace it with an answer that may be older.
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, answer);
}

/**
 * Reads the answers of a key again after a change. A first read in progress starts again: React Query would keep its answer,
 * which may be from before the change.
 */
export async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  // Only what is shown: another read belongs to whoever waits for it.
  const isFirst = ({ state }: Query) => state.data === undefined;
  await Promise.all([
    queries.cancelQueries({ queryKey, type: 'active', predicate: isFirst }),
    queries.invalidateQueries({ queryKey }),
  ]);
}

/** An endpoint that answers pages, each of which names the `before` of the next one. */
type PagedEndpoint = Endpoint<z.ZodObject, z.ZodType<{ readonly next: string | null }>>;

/** React Query options that read an endpoint page by page. */
export function pagesFor<E extends PagedEndpoint>(endpoint: E, input: InputOf<E>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      callApi(endpoint, pageParam === '' ? input : { ...input, before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<E>) => page.next,
  });
}
