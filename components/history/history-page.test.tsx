// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryFigures, HistoryRunRecord } from '@/lib/contracts/history';
import { HistoryPage } from './history-page';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

beforeEach(() => {
  // jsdom has no layout; the grid renders what fits in it.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  Element.prototype.scrollTo = () => {};
});

afterEach(() => {
  cleanup();
  push.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const run = (number: number, more: Partial<HistoryRunRecord> = {}): HistoryRunRecord => ({
  ...{ id: `run_${number}`, number, pipelineId: 'p', pipelineName: 'Orders', version: 1 },
  ...{ status: 'completed', hold: null, createdAt: '2026-11-20T14:00:00.000Z', startedAt: null },
  ...{ finishedAt: '2026-11-20T14:00:01.000Z', durationMs: 1000, trigger: 'manual', triggerId: null },
  ...{ triggerName: null, parentRunId: null, parentNumber: null, error: null, failedStep: null },
  ...{ fixedBy: null, warnings: null, pinned: false },
  steps: [
    { step: 'fetch', status: 'completed', durationMs: 900, attempts: 2 },
    { step: 'say', status: 'completed', durationMs: 5 },
  ],
  ...more,
});

const failed = run(3, {
  ...{ version: 2, status: 'failed', failedStep: 'fetch', parentRunId: 'run_2', parentNumber: 2 },
  error: { kind: 'timeout', message: 'No response within 5 s.', advice: 'Raise the timeout.' },
  steps: [{ step: 'fetch', status: 'failed', durationMs: 5000, error: 'No response within 5 s.' }],
});

const totals = { ended: 5, failed: 0, successRate: 1, p50Ms: 1000, p95Ms: 1200, retried: 0 };
const FIGURES: HistoryFigures = {
  ...{ runs: 3, since: '2026-11-20T14:00:00.000Z', total: { ...totals, failed: 1, successRate: 0.8 } },
  days: [{ day: '2026-11-20', ...totals, failed: 1, successRate: 0.8 }],
  versions: [
    { version: 2, previous: 1, worse: ['more_failures'], ...totals, failed: 5, successRate: 0, p50Ms: null },
    { version: 1, previous: null, worse: [], ...totals },
  ],
  steps: [
    { step: 'fetch', executed: 3, failed: 1, retried: 2, p50Ms: 900, p95Ms: 5000 },
    { step: 'say', executed: 2, failed: 0, retried: 0, p50Ms: 5, p95Ms: 6 },
  ],
  failures: [
    {
      ...{
        step: 'fetch',
        pattern: 'No response within <n> s.',
        example: 'No response within 5 s.',
        count: 1,
      },
      runs: [{ id: 'run_3', number: 3 }],
    },
  ],
};

function show(runs: readonly HistoryRunRecord[], figures: HistoryFigures = FIGURES): void {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/figures') ? figures : { runs, next: null }),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <HistoryPage pipelineId="p" pipelineName="Orders" />
    </QueryClientProvider>,
  );
}

it('shows runs by steps, with links to the steps', async () => {
  show([failed, run(2), run(1)]);
  const grid = await screen.findByRole('grid', { name: 'Runs by steps' });
  expect(await within(grid).findByRole('columnheader', { name: 'say' })).toBeDefined();
  const mark = within(grid).getByRole('link', { name: 'fetch: Failed, 5.0 s. No response within 5 s.' });
  expect(mark.getAttribute('href')).toBe('/runs/run_3?step=fetch');
  expect(within(grid).getAllByRole('link', { name: 'fetch: Completed, 0.9 s, 2 attempts' })).toHaveLength(2);
  expect(within(grid).getByRole('img', { name: 'say: Not reached' })).toBeDefined();
  expect(within(grid).getByRole('img', { name: 'Re-run of #2' })).toBeDefined();
});

it('separates versions, but draws no line below the oldest run', async () => {
  show([failed, run(2), run(1)]);
  const lines = await screen.findAllByRole('row', { name: /#\d/ });
  expect(lines.map((line) => line.dataset.boundary)).toEqual(['true', undefined, undefined]);
});

it('moves between cells with keys and opens the step of a run', async () => {
  show([failed, run(2)]);
  const grid = await screen.findByRole('grid');
  await within(grid).findByRole('columnheader', { name: 'say' });
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) fireEvent.keyDown(grid, { key });
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(within(active ?? grid).getByRole('link', { name: /^say: Completed/ })).toBeDefined();
  fireEvent.keyDown(grid, { key: 'Enter' });
  expect(push).toHaveBeenCalledWith('/runs/run_2?step=say');
  fireEvent.keyDown(grid, { key: 'Home' });
  fireEvent.keyDown(grid, { key: 'Enter' });
  expect(push).toHaveBeenLastCalledWith('/runs/run_2');
});

it('renders only what fits, of any number of runs', async () => {
  show(Array.from({ length: 1000 }, (_, index) => run(1000 - index)));
  const grid = await screen.findByRole('grid');
  expect(grid.getAttribute('aria-rowcount')).toBe('1001');
  await within(grid).findByRole('link', { name: /#1000/ });
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
});

it('says since which version it is worse, with a link to what changed', async () => {
  show([failed, run(2)]);
  const versions = await screen.findByRole('region', { name: 'Versions' });
  const row = within(versions).getByRole('row', { name: /^v2/ });
  expect(row.textContent).toContain('Worse than v1: more runs fail.');
  const link = within(row).getByRole('link', { name: 'Compare definitions' });
  expect(link.getAttribute('href')).toBe('/pipelines/p?version=2');
});

it('groups failures, and lists the slowest and the most failing steps', async () => {
  show([failed, run(2)]);
  const failures = await screen.findByRole('region', { name: 'Failures' });
  expect(within(failures).getByText('No response within <n> s.')).toBeDefined();
  expect(within(failures).getByRole('link', { name: '#3' }).getAttribute('href')).toBe(
    '/runs/run_3?step=fetch',
  );
  const all = within(failures).getByRole('link', { name: 'Show runs' }).getAttribute('href');
  expect(new URL(all ?? '', 'http://server').searchParams).toEqual(
    new URLSearchParams({
      pipeline: 'p',
      search: 'status:failed step:fetch error:response error:within',
    }),
  );
  const steps = screen.getByRole('region', { name: 'Steps' });
  const names = () =>
    within(steps)
      .getAllByRole('rowheader')
      .map((each) => each.textContent);
  expect(names()).toEqual(['fetch', 'say']);
  fireEvent.click(within(steps).getByRole('radio', { name: 'Most failures' }));
  expect(names()).toEqual(['fetch']);
});

it('says that there is no run yet', async () => {
  show([], { ...FIGURES, runs: 0, since: null, days: [], versions: [], steps: [], failures: [] });
  expect(await screen.findByText('No runs yet')).toBeDefined();
});

it('says why the history could not be loaded', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'unavailable', message: 'Try later.' }, { status: 503 }),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <HistoryPage pipelineId="p" pipelineName="Orders" />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Try later.');
});
