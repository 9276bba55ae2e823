// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { completed, created, journal, started } from '@/components/run-state/testing/run-events';
import type { RunTimeRecord } from '@/lib/contracts/run-time';
import { TimelinePanel } from '../timeline-panel';
import { TimeSection } from './time-section';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const share = { durationMs: 4200, totalMs: 4200, workMs: 200, waits: { sleep: 4000 } };
const time: RunTimeRecord = {
  ...{ id: 'run_1', number: 7, status: 'completed', remainingMs: null, critical: ['load', 'rest'] },
  worst: { totalMs: null, limitMs: null, path: [], unlimited: ['load'] },
  ...{ ...share, usual: { ms: 1000, runs: 9 }, slower: 4.2 },
  steps: [
    { step: 'load', worstMs: null, isCritical: true, ...share, usual: { ms: 500, runs: 9 }, slower: 8.4 },
    { step: 'rest', worstMs: null, isCritical: false, ...share, waits: {}, usual: null, slower: null },
  ],
  at: null,
};
const document = {
  steps: [
    { id: 'load', name: 'Load', action: 'log' },
    { id: 'rest', name: 'Rest', action: 'log', depends_on: ['load'] },
  ],
};
const events = journal(
  [0, created],
  [0, { type: 'run_started' }],
  [0, started('load')],
  [4200, completed('load')],
  [4200, started('rest')],
  [4300, completed('rest')],
  [4300, { type: 'run_completed', outputs: {} }],
);

function show(record: RunTimeRecord) {
  vi.stubGlobal('fetch', async () => Response.json(record));
  render(
    <TestLens events={events} document={document}>
      <TimeSection />
      <TimelinePanel />
    </TestLens>,
  );
}

it('says how much slower than usual a run was, what it waited for, and its critical path', async () => {
  show(time);
  const usual = (await screen.findByText('Usual duration')).nextElementSibling;
  expect(usual?.textContent).toContain('1.0 s, median of 9 completed runs');
  expect(usual?.textContent).toContain('4.2 s: 4.2 times slower than usual');
  expect(screen.getByText('Waiting').nextElementSibling?.textContent).toBe('4.0 s for a timer');
  const path = screen.getByText('Critical path').nextElementSibling;
  expect(path?.textContent).toBe('Load 4.2 s → Rest 4.2 s');
});

it('marks the critical path and slow steps in the timeline, by words too', async () => {
  show(time);
  const load = await screen.findByRole('button', { name: /^Load, .*critical path · 8.4× usual$/ });
  expect(load.dataset.critical).toBe('true');
  expect(load.title).toBe('0.2 s working, waiting 4.0 s for a timer');
  const rest = screen.getByRole('button', { name: /^Rest, completed/ });
  expect(rest.dataset.critical).toBeUndefined();
});

it('estimates the time left', async () => {
  show({ ...time, status: 'completed', usual: null, slower: null, remainingMs: 32_000 });
  const left = (await screen.findByText('Time left')).nextElementSibling;
  expect(left?.textContent).toBe('about 32.0 s, estimated');
  expect(screen.queryByText('Usual duration')).toBeNull();
});
