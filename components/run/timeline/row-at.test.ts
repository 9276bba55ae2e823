import { expect, it } from 'vitest';
import { completed, created, journal, START, started } from '@/components/run-state/testing/run-events';
import { createTimelineRows } from '@/engine/run/time/timeline-rows';
import { rowAt } from './row-at';

const timeline = createTimelineRows();
timeline.update(
  journal(
    [0, created],
    [10, started('load')],
    [20, { type: 'step_waiting', step: 'load', attempt: 1, reason: 'timer' }],
    [50, completed('load')],
    [60, { type: 'step_skipped', step: 'score', reason: 'condition_false' }],
  ),
);
const [load, score] = timeline.rows();
if (!load || !score) throw new Error('Both steps have a line.');

it('ends at the instant: what goes on then is open, with the status of that time', () => {
  expect(rowAt(load, START + 15).spans).toEqual([
    { kind: 'work', status: 'running', attempt: 1, from: START + 10, to: undefined },
  ]);
  expect(rowAt(load, START + 30).spans.map(({ kind, status, to }) => [kind, status, to])).toEqual([
    ['work', 'completed', START + 20],
    ['wait', 'waiting', undefined],
  ]);
});

it('is the same object before the step began, and once it has ended', () => {
  expect(rowAt(load, START)).toMatchObject({ step: 'load', spans: [], settledAt: undefined });
  expect(rowAt(load, START + 1)).toBe(rowAt(load, START));
  expect(rowAt(load, START + 50)).toBe(load);
  expect(rowAt(score, START + 59).settledAt).toBeUndefined();
  expect(rowAt(score, START + 60)).toBe(score);
});
