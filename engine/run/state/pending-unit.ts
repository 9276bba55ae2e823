import type { UnitState } from './state';

/** A step without events. */
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
  pause: undefined,
  answered: [],
  decided: undefined,
  edited: undefined,
  tolerated: false,
  branch: undefined,
  warning: undefined,
  iterations: undefined,
  chunks: undefined,
  reusedFrom: undefined,
  given: undefined,
  reusedWarnings: undefined,
  reusable: undefined,
});
