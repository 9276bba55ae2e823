import { expect, it } from 'vitest';
import { displayStatus } from './status';

it('shows a run that no worker has started as queued', () => {
  expect(displayStatus({ status: 'pending' })).toBe('queued');
});

it('shows why a queued run is not started', () => {
  expect(displayStatus({ status: 'pending', hold: 'paused' })).toBe('paused');
});

it('shows a run that waits only at breakpoints as paused', () => {
  expect(displayStatus({ status: 'waiting', atBreakpoint: true })).toBe('paused');
  expect(displayStatus({ status: 'waiting' })).toBe('waiting');
});
