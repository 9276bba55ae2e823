import type { UnitState } from './state';

/** A step of which no event has spoken yet. */
export const PENDING_UNIT: UnitState = Object.freeze({
  status: 'pending',
  action: undefined,
  attempts: [],
  output: undefined,
  error: undefined,
  startedAt: undefined,
  finishedAt: undefined,
  skip: undefined,
  cancelReason: undefined,
  wait: undefined,
  tolerated: false,
  branch: undefined,
  iterations: undefined,
  chunks: undefined,
});
