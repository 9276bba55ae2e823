import { expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '../state/events';
import { digestSteps } from './step-digest';

const events = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, index) => ({
    seq: index + 1,
    at: new Date(Date.UTC(2026, 10, 20) + index * 1000).toISOString(),
    ...body,
  }));

const started = (step: string, attempt = 1): RunEventBody => ({
  type: 'step_started',
  ...{ step, attempt, action: 'log', inputs: { value: {} } },
});
const failure = { kind: 'timeout' as const, message: 'timeout after 3 s' };

it('has status, duration over all attempts, and attempts of each step', () => {
  const digest = digestSteps(
    events(
      { type: 'run_started' },
      started('call'),
      {
        type: 'step_retrying',
        step: 'call',
        attempt: 1,
        error: failure,
        retry_at: '2026-11-20T00:00:03.000Z',
      },
      started('call', 2),
      { type: 'step_completed', step: 'call', attempt: 2, output: { value: 1 } },
      { type: 'step_skipped', step: 'rest', reason: 'condition_false' },
    ),
  );
  expect(digest).toEqual([
    { step: 'call', status: 'completed', durationMs: 3000, attempts: 2 },
    { step: 'rest', status: 'skipped' },
  ]);
});

it('has the message of a failure, and marks results that were taken over', () => {
  const past = {
    ...{ attempt: 1, action: 'log', inputs: { value: {} } },
    ...{ started_at: '2026-11-19T00:00:00.000Z', finished_at: '2026-11-19T00:00:01.000Z' },
  };
  const digest = digestSteps(
    events(
      {
        type: 'step_reused',
        ...{ step: 'first', from_run: 'run_1', past },
        result: { status: 'completed', output: { value: 1 } },
      },
      started('call'),
      { type: 'step_failed', step: 'call', attempt: 1, error: failure },
    ),
  );
  expect(digest).toEqual([
    { step: 'first', status: 'completed', reused: true },
    { step: 'call', status: 'failed', durationMs: 1000, error: 'timeout after 3 s' },
  ]);
});

it('warns of a completed loop with a failed iteration, whose own events change nothing else', () => {
  const digest = digestSteps(
    events(
      started('each'),
      { ...started('each'), iteration: [0] } as RunEventBody,
      { type: 'step_failed', step: 'each', iteration: [0], attempt: 1, error: failure },
      { type: 'step_completed', step: 'each', attempt: 1, output: { value: [] } },
    ),
  );
  expect(digest).toEqual([{ step: 'each', status: 'completed', durationMs: 3000, warning: true }]);
});

it('shows active steps as running, waiting or retrying', () => {
  const digest = digestSteps(
    events(started('a'), started('b'), { type: 'step_waiting', step: 'b', attempt: 1, reason: 'timer' }),
  );
  expect(digest.map(({ step, status }) => [step, status])).toEqual([
    ['a', 'running'],
    ['b', 'waiting'],
  ]);
});
