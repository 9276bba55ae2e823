import type { StepStatus } from '@/engine';

/** A stretch of a step's time. Open while it lasts. */
export interface Span {
  /** `work`: an attempt at it. `wait`: a timer, a poll, a person. `backoff`: the pause before the next attempt. */
  readonly kind: 'work' | 'wait' | 'backoff';
  /** How it ended, or `running`. */
  readonly status: StepStatus;
  /** 0 for a stretch in which several iterations are drawn as one. */
  readonly attempt: number;
  /** ms since 1970. */
  readonly from: number;
  /** ms since 1970; undefined while it lasts. */
  readonly to: number | undefined;
}
