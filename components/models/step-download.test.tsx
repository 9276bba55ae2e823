// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ModelSummary } from '@/lib/contracts/models';
import { StepDownload } from './step-download';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const downloading = (step: string, received: number): ModelSummary => ({
  ...{
    id: `mdl_${step}`,
    name: `model of ${step}`,
    status: 'downloading',
    source: 'url',
    uri: 'https://a.test/m',
  },
  ...{ revision: null, size_bytes: 1000, sha256: null, cloud: null, metadata: {}, error: null },
  progress: { received_bytes: received, bytes_per_second: 38, seconds_left: 10, upload: null },
  waiting: [],
  added_by: { run_id: 'run_1', run_number: 1, step },
  created_at: '2026-01-01T00:00:00.000Z',
});

function show(models: ModelSummary[]) {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ models, free_bytes: null })));
  vi.stubGlobal('fetch', fetched);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StepDownload runId="run_1" stepId="add" />
    </QueryClientProvider>,
  );
  return fetched;
}

test('a step shows percent, rate and time left of its own download', async () => {
  show([downloading('other', 100), downloading('add', 620)]);
  expect((await screen.findByText(/Downloading 62 %/)).textContent).toContain('620 B · 38 B/s · 10');
  expect(screen.getByRole('progressbar', { name: 'Download of model of add' })).toBeTruthy();
});

test('a step that waits for a download of another run shows the progress of that download', async () => {
  const other = { ...downloading('other', 620), waiting: [{ run_id: 'run_1', step: 'add' }] };
  show([{ ...other, added_by: { run_id: 'run_2', run_number: 2, step: 'other' } }]);
  expect((await screen.findByText(/Downloading 62 %/)).textContent).toContain('620 B · 38 B/s · 10');
});

test('a step whose model downloads for another step or run shows nothing', async () => {
  const fetched = show([downloading('other', 100)]);
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(screen.queryByRole('progressbar')).toBeNull();
});
