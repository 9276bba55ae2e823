import { expect, test } from 'vitest';
import type { RunEventBody } from '@/engine';
import { runLine } from './run-line';

const line = (body: RunEventBody) => runLine({ seq: 1, at: '2026-01-01T00:00:00.000Z', ...body });
const until = '2026-01-01T00:01:00.000Z';

test.each<[RunEventBody, string | undefined]>([
  [{ type: 'run_started' }, undefined],
  [{ type: 'step_started', step: 'a', attempt: 1, action: 'log', inputs: { value: {} } }, undefined],
  [{ type: 'step_started', step: 'a', attempt: 2, action: 'log', inputs: { value: {} } }, '↻ a attempt 2'],
  [
    { type: 'step_logged', step: 'a', iteration: [3], attempt: 1, level: 'warning', message: 'Hm.' },
    '  a[3] warning: Hm.',
  ],
  [{ type: 'step_waiting', step: 'a', attempt: 1, reason: 'timer', until }, `⧖ a waiting until ${until}`],
  [{ type: 'step_waiting', step: 'a', attempt: 1, reason: 'unknown_effect' }, '⧖ a waiting'],
  [
    {
      type: 'step_retrying',
      step: 'a',
      attempt: 1,
      error: { kind: 'timeout', message: 'Slow.' },
      retry_at: until,
    },
    `↻ a failed (timeout): Slow. Next attempt at ${until}`,
  ],
  [{ type: 'step_completed', step: 'a', attempt: 1, output: { value: 1 } }, '✓ a completed'],
  [
    { type: 'step_failed', step: 'a', attempt: 1, error: { kind: 'rejected', message: 'No.' } },
    '✕ a failed (rejected): No.',
  ],
  [
    { type: 'step_skipped', step: 'a', reason: 'condition_false', detail: '1 == 2' },
    '⤼ a skipped (condition_false): 1 == 2',
  ],
  [{ type: 'step_skipped', step: 'a', reason: 'disabled' }, '⤼ a skipped (disabled)'],
  [
    { type: 'step_cancelled', step: 'a', reason: 'the run was cancelled' },
    '■ a cancelled: the run was cancelled',
  ],
  [
    { type: 'run_failed', error: { kind: 'timeout', message: 'Slow.' }, outputs: {} },
    '✕ timeout: Slow.\n  Raise the timeout or add a retry, then re-run.',
  ],
])('%j reads %j', (body, expected) => {
  expect(line(body)).toBe(expected);
});
