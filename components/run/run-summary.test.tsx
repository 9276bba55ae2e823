// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { created, journal } from '@/components/run-state/testing/run-events';
import { RunSummary } from './run-summary';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('links a failed run to the re-run that fixed it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ runs: [], files: [], next: null }));
  const detail = runDetail({ status: 'failed', fixedBy: { id: 'run_8', number: 8 } });
  render(
    <TestLens events={journal([0, created])} document={{ steps: [] }} detail={detail}>
      <RunSummary />
    </TestLens>,
  );
  const fact = screen.getByText('Fixed by');
  const link = await screen.findByRole('link', { name: 'run #8' });
  expect(fact.nextElementSibling?.contains(link)).toBe(true);
  expect(link.getAttribute('href')).toBe('/runs/run_8');
});

it('shows why a run failed before its journal is read, so that nothing moves when it arrives', () => {
  vi.stubGlobal('fetch', async () => Response.json({ runs: [], files: [], next: null }));
  const error = { kind: 'timeout' as const, message: 'No answer in 30 s.', advice: '' };
  render(
    <TestLens events={[]} document={{ steps: [] }} detail={runDetail({ status: 'failed', error })}>
      <RunSummary />
    </TestLens>,
  );
  expect(screen.getByText('No answer in 30 s.')).toBeTruthy();
});
