import { describe, expect, it } from 'vitest';
import { foldEvents, type Payload } from '@/engine';
import { catalogue } from '@/engine/actions';
import { created, journal } from '../../run-state/testing/run-events';
import { deadlineOf } from './deadline';

const waitOf = (action: string, inputs: Payload) => {
  const events = journal(
    [0, created],
    [0, { type: 'run_started' }],
    [1000, { type: 'step_started', step: 'gate', attempt: 1, action, inputs }],
    [
      2000,
      { type: 'step_waiting', step: 'gate', attempt: 1, reason: 'timer', until: '2026-11-20T14:02:20.000Z' },
    ],
  );
  const unit = foldEvents(events).steps.get('gate');
  return { unit, attempt: unit?.attempts.at(-1), descriptor: catalogue.descriptors.find(action) };
};

describe('the deadline of a wait', () => {
  it('is the timeout after the start of the attempt, not the next check', () => {
    const selected = waitOf('wait_until', { value: { condition: 'signals.go', timeout_seconds: 600 } });
    expect(deadlineOf(selected, 0)).toBe('2026-11-20T14:12:12.000Z');
  });

  it('moves by the time during which the run was paused', () => {
    const selected = waitOf('wait_until', { value: { condition: 'signals.go', timeout_seconds: 600 } });
    expect(deadlineOf(selected, 60_000)).toBe('2026-11-20T14:13:12.000Z');
  });

  it('is absent for a wait that ends by itself', () => {
    expect(deadlineOf(waitOf('wait', { value: { duration: 5 } }), 0)).toBeUndefined();
  });
});
