import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryFor } from '@/client/queries';
import { created, journal, started } from '@/components/run-state/testing/run-events';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { FileRefresh } from './file-refresh';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ files: [], next: null })),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads the shown files of a run again after attempts have ended, once for many of them', async () => {
  const queries = new QueryClient();
  const { queryKey, queryFn } = queryFor(runEndpoints.files, { runId: 'run_1', limit: 1000 });
  const unsubscribe = new QueryObserver(queries, { queryKey: [...queryKey, true], queryFn }).subscribe(
    () => {},
  );
  const refresh = new FileRefresh(queries, 'run_1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  const [first, begun, ...ended] = journal(
    [0, created],
    [1, started('a')],
    [2, { type: 'step_completed', step: 'a', attempt: 1, output: { value: null } }],
    [3, { type: 'step_completed', step: 'b', attempt: 1, output: { value: null } }],
  );
  if (first && begun) refresh.onEvents([first, begun]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  for (const event of ended) refresh.onEvents([event]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  refresh.onEvents(ended);
  refresh.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  unsubscribe();
});
