import type { StepStatus } from '../state/state';

/** Why a step waits. */
export const WAIT_CAUSES = [
  'paused',
  'approval',
  'condition',
  'sleep',
  'rate_limit',
  'backoff',
  'queue',
] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];

/** What is waited for, after "waiting 2 s". */
export const WAIT_WORDS: Readonly<Record<WaitCause, string>> = {
  paused: 'while paused',
  approval: 'for a person',
  condition: 'for a condition',
  sleep: 'for a timer',
  rate_limit: 'for a rate limit',
  backoff: 'before a retry',
  queue: 'in the queue',
};

/** A span of a step's time. Open while it is active. */
export interface Span {
  /** `work`: an attempt. `wait`: for a timer, a check or a person. `backoff`: the delay before the next attempt. */
  readonly kind: 'work' | 'wait' | 'backoff';
  /** How it ended, or `running`. */
  readonly status: StepStatus;
  /** 0 for a span of several iterations. */
  readonly attempt: number;
  /** ms since 1970. */
  readonly from: number;
  /** ms since 1970; undefined while it is open. */
  readonly to: number | undefined;
  /** Set where the events alone say why: a person must answer, or a service asked to wait. */
  readonly cause?: 'approval' | 'rate_limit';
}
