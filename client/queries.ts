import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '@/lib/contracts/endpoint';
import { callApi } from './api';

/**
 * The name of an answer for React Query. With some fields of the input, or none, it begins the names of all answers
 * with these fields.
 */
export function keyOf<E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>> = {}) {
  return ['api', endpoint.method, endpoint.path, input] as const;
}

/** How React Query reads an endpoint. */
export function queryFor<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => callApi(endpoint, input, signal),
  });
}
