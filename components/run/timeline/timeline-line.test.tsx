// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import { completed, created, journal, START, started } from '@/components/run-state/testing/run-events';
import type { PipelineDocument, RunEventBody } from '@/engine';
import { TimelinePanel } from '../timeline-panel';

afterEach(cleanup);

const document: PipelineDocument = {
  steps: [
    { id: 'load', action: 'log' },
    { id: 'score', action: 'log', depends_on: ['load'] },
  ],
};

const reused: RunEventBody = {
  type: 'step_reused',
  step: 'load',
  from_run: 'run_0',
  past: {
    attempt: 2,
    action: 'log',
    // Long before this run: nothing of it is on the axis.
    started_at: new Date(START - 90_000).toISOString(),
    finished_at: new Date(START - 80_000).toISOString(),
    inputs: { value: {} },
  },
  result: { status: 'completed', output: { value: { ok: true } } },
};

function show(parentRunId: string) {
  const detail = runDetail({ parentRunId, parentNumber: 6 });
  const events = journal(
    [0, created],
    [1, { type: 'run_started' }],
    [2, reused],
    [3, started('score')],
    [900, completed('score')],
    [901, { type: 'run_completed', outputs: {} }],
  );
  render(
    <TestLens events={events} document={document} detail={detail}>
      <TimelinePanel />
    </TestLens>,
  );
  return screen.getByRole('button', { name: /load/ });
}

it('says from which run the result of a step is, with the glyph of reuse and without a bar', () => {
  const line = show('run_0');
  expect(line.dataset.status).toBe('reused');
  expect(within(line).getByText('Reused from #6')).toBeTruthy();
  expect(line.getAttribute('aria-label')).toBe('load, reused: load Reused from #6');
  expect(line.querySelectorAll('i')).toHaveLength(0);
});

it('names the origin of a result that is older than the repeated run', () => {
  expect(within(show('run_5')).getByText('Reused from an earlier run')).toBeTruthy();
});
