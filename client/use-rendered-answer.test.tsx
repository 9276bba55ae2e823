// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useRenderedAnswer } from './use-rendered-answer';

const KEY = ['names'];

function Names({ rendered, at }: { rendered: string; at: number }) {
  useRenderedAnswer(KEY, rendered, new Date(at).toISOString());
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => 'read again',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <p>{data}</p>;
}

/** Opens a page that was rendered at a time, after an answer was read at another one. */
function open(read: number, rendered: number) {
  const cache = new QueryClient();
  cache.setQueryData(KEY, 'read before', { updatedAt: read });
  render(
    <QueryClientProvider client={cache}>
      <Names rendered="rendered" at={rendered} />
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

describe('a page that the server rendered', () => {
  it('shows the rendered answer, not an older one', () => {
    open(1_000, 2_000);
    expect(screen.getByText('rendered')).toBeTruthy();
  });

  it('shows what was read since, and reads it again', async () => {
    open(2_000, 1_000);
    expect(screen.getByText('read before')).toBeTruthy();
    expect(await screen.findByText('read again')).toBeTruthy();
  });
});
