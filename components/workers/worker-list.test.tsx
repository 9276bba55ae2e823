// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Workers } from '@/lib/contracts/workers';
import { WorkerList } from './worker-list';

const LOW = 'The disk of the data folder has 120 MB free; runs are accepted from 200 MB on.';

const queue = {
  ...{ pending: 0, running: 1, waiting: 0, paused: 0, quarantined: 0 },
  oldestPendingAt: null,
  oldestPendingMs: 0,
};
const degraded: Workers = { workers: [], queue, reasons: [{ code: 'storage_low', message: LOW }] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(first: Workers, next: Workers): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(next)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkerList first={first} now={new Date().toISOString()} />
    </QueryClientProvider>,
  );
}

test('the page says why no runs are accepted, and removes the notice afterwards', async () => {
  show(degraded, { ...degraded, reasons: [] });
  const notice = screen.getByRole('alert');
  expect(notice.textContent).toContain('Degraded: no runs are accepted');
  expect(notice.textContent).toContain(LOW);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the page of a healthy server has no notice', () => {
  show({ ...degraded, reasons: [] }, { ...degraded, reasons: [] });
  expect(screen.queryByRole('alert')).toBeNull();
});
