// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { PipelineDocument, RunEventBody } from '@/engine';
import type { IterationPage } from '@/lib/contracts/iterations';
import { RunInspector } from '../run-inspector';

const document: PipelineDocument = { steps: [{ id: 'each', action: 'loop', params: {} }] };

const planned: RunEventBody = {
  type: 'chunks_planned',
  step: 'each',
  attempt: 1,
  items: Array.from({ length: 10 }, () => ({ ref: 'x', bytes: 1, summary: 'list' })),
  total: 5000,
  size: 500,
  action: 'log',
  params: {},
  parallel: 1,
  stop_on_failure: false,
};

const row = (index: number): IterationPage['rows'][number] => ({
  index,
  status: index === 7 ? 'failed' : 'completed',
  attempts: 1,
  startedAt: '2026-11-20T14:02:15.000Z',
  finishedAt: '2026-11-20T14:02:16.000Z',
  error: index === 7 ? { kind: 'rejected', message: 'No such model.' } : null,
  item: `item ${index}`,
  output: null,
});

const asked: URL[] = [];

beforeEach(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://page.test');
    asked.push(url);
    const from = Number(url.searchParams.get('from') ?? 0);
    const isFailed = url.searchParams.get('only') === 'failed';
    const rows = isFailed ? [row(7)] : Array.from({ length: 20 }, (_, place) => row(from + place));
    const page: IterationPage = {
      total: 5000,
      completed: 4999,
      failed: 1,
      rows,
      next: isFailed ? null : from + 20,
    };
    return Response.json(url.pathname.endsWith('/iterations') ? page : { events: [] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(iteration: number[] = []) {
  const started: RunEventBody = {
    type: 'step_started',
    step: 'each',
    attempt: 1,
    action: 'loop',
    inputs: { value: {} },
  };
  render(
    <TestLens
      events={journal([0, created], [1, { type: 'run_started' }], [2, started], [3, planned])}
      document={document}
      focus={{ step: 'each', iteration, attempt: undefined }}
    >
      <RunInspector stepId="each" />
    </TestLens>,
  );
}

it('shows the number of iterations, and a page of them at a time', async () => {
  show();
  expect(await screen.findByText('4,999 completed, 1 failed')).toBeTruthy();
  expect(screen.getByText('1 to 20')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Later iterations/ }));
  expect(await screen.findByText('21 to 40')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Earlier iterations/ }));
  expect(await screen.findByText('1 to 20')).toBeTruthy();
});

it('shows nothing of an iteration before it is loaded', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  show([3]);
  expect(await screen.findByText('Loading the iteration')).toBeTruthy();
  expect(screen.queryByText('Not started')).toBeNull();
});

it('finds the failed iteration, and requests it when it is chosen', async () => {
  show();
  await screen.findByText('1 to 20');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Failed only' }));
  expect(await screen.findByText('8 to 8')).toBeTruthy();
  fireEvent.click(screen.getByText('No such model.'));
  expect(await screen.findByText('8 / 5,000')).toBeTruthy();
  expect(asked.map(({ pathname }) => pathname)).toContain('/api/v1/runs/run_1/iterations/7');
});
