import { ISOLATION_CRASHES } from '@/drizzle/predicates';
import type { ThreadTime } from '../in-turns';
import type { ClaimedRun } from '../store/claims';
import type { RunSession } from './run-session';

/** A run that this worker leases. */
export interface LeasedRun {
  readonly claim: ClaimedRun;
  /** When its lease was last known to begin, by this process's monotonic clock, in ms. */
  renewedAt: number;
  /** It may be what crashed its workers: it is executed in isolation. */
  isIsolated: boolean;
  /** Its lease was lost or ran out: another worker executes it. */
  isLost: boolean;
  /** It was sent a command since it was claimed, or before. */
  isCommanded: boolean;
  /** Undefined while its journal is read. */
  session: RunSession | undefined;
  /** Thread time of its long work. */
  readonly threadTime: ThreadTime;
  finished: Promise<void>;
}

/** Whether a run crashed its workers so often that a worker executes only one such run at a time. */
export function isIsolated({ crashCount }: ClaimedRun): boolean {
  return crashCount >= ISOLATION_CRASHES;
}
