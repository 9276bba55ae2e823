// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { created, journal } from '@/components/run-state/testing/run-events';
import type { FamilyRun } from '@/lib/contracts/reruns';
import { RunFamily } from './run-family';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const original: FamilyRun = {
  ...{ id: 'run_1', number: 1, version: 1, status: 'failed', parentRunId: null, scope: null, step: null },
  createdAt: '2026-11-20T14:00:00.000Z',
};

function show(runs: readonly FamilyRun[]) {
  const answer = vi.fn(async () => Response.json({ runs }));
  vi.stubGlobal('fetch', answer);
  render(
    <TestLens events={journal([0, created])} document={{ steps: [] }}>
      <RunFamily runId="run_1" />
    </TestLens>,
  );
  return answer;
}

it('lists the original and its re-runs, with what each executed, and marks the shown one', async () => {
  const second: FamilyRun = {
    ...original,
    ...{ id: 'run_2', number: 2, status: 'completed', parentRunId: 'run_1', scope: 'from', step: 'score' },
  };
  show([original, second]);
  const items = within(await screen.findByRole('region', { name: 'Re-runs' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(['#1originalFailed', '#2from scoreCompleted']);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['page', null]);
  expect(screen.getByRole('link', { name: '#2' }).getAttribute('href')).toBe('/runs/run_2');
});

it('is absent for a run without re-runs', async () => {
  const answer = show([original]);
  await waitFor(() => expect(answer).toHaveResolved());
  expect(screen.queryByRole('region', { name: 'Re-runs' })).toBeNull();
});
