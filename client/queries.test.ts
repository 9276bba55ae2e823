import { InfiniteQueryObserver, keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { keyOf, readAgain, storeAnswer } from './queries';

/** A server whose answers to reads arrive when the test says so. */
function slowServer(first: string) {
  let value = first;
  const arrivals: (() => void)[] = [];
  return {
    change(next: string) {
      value = next;
    },
    read: () => {
      const answer = value;
      return new Promise<string>((resolve) => arrivals.push(() => resolve(answer)));
    },
    /** How many reads have begun. */
    begun: () => arrivals.length,
    answer: (read: number) => arrivals[read]?.(),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the answer of a first read from before a change is not kept', async () => {
  const server = slowServer('pinned');
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, { queryKey: ['list'], queryFn: server.read });
  const stop = observer.subscribe(() => undefined);
  server.change('not pinned');
  void readAgain(queries, ['list']);
  await settled();
  server.answer(0);
  server.answer(1);
  await settled();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'not pinned' });
  stop();
});

test('the answer for a new choice is not from before a change, while the previous pages are shown', async () => {
  const server = slowServer('pinned');
  const queries = new QueryClient();
  const options = (choice: string) => ({
    queryKey: ['list', choice],
    queryFn: server.read,
    initialPageParam: '',
    getNextPageParam: () => null,
    placeholderData: keepPreviousData,
  });
  const observer = new InfiniteQueryObserver(queries, options('all'));
  const stop = observer.subscribe(() => undefined);
  server.answer(0);
  await settled();
  observer.setOptions(options('never run'));
  expect(observer.getCurrentResult()).toMatchObject({ isPlaceholderData: true, data: { pages: ['pinned'] } });
  server.change('not pinned');
  void readAgain(queries, ['list']);
  await settled();
  server.answer(1);
  server.answer(2);
  await settled();
  expect(observer.getCurrentResult()).toMatchObject({
    isPlaceholderData: false,
    data: { pages: ['not pinned'] },
  });
  stop();
});

test('a read that someone waits for goes on', async () => {
  const server = slowServer('plan');
  const queries = new QueryClient();
  const waiting = queries.fetchQuery({ queryKey: ['list', 'plan'], queryFn: server.read });
  await readAgain(queries, ['list']);
  server.answer(0);
  await expect(waiting).resolves.toBe('plan');
  expect(server.begun()).toBe(1);
});

test('an answer that came with a command is not replaced by a read that began before it', async () => {
  const server = slowServer('old');
  const queries = new QueryClient();
  const [endpoint, input] = [pipelineEndpoints.get, { id: 'p1' }];
  const observer = new QueryObserver(queries, {
    queryKey: keyOf(endpoint, input),
    queryFn: server.read,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  storeAnswer(queries, { endpoint, input, answer: { text: 'new' } as never });
  server.answer(0);
  await settled();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: { text: 'new' } });
  stop();
});
