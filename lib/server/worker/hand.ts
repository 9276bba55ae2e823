import { type ClaimedRun, SUSPECT_CRASHES } from '../store/claims';
import type { HeldRun } from './held-run';

/** One run in the hands of a worker. */
export interface Holding {
  readonly claim: ClaimedRun;
  /** When its lease was last known to begin, by this process's monotonic clock, in ms. */
  renewedAt: number;
  /** It may be what crashed its workers. */
  isSuspect: boolean;
  /** Its lease was lost or ran out: somebody else goes on with it. */
  isLost: boolean;
  /** It was given a command since it was claimed, or before. */
  isCommanded: boolean;
  /** Undefined while its journal is read. */
  held: HeldRun | undefined;
  finished: Promise<void>;
}

/** Whether a run crashed its workers so often that only one such is advanced at a time. */
export function isSuspect({ crashCount }: ClaimedRun): boolean {
  return crashCount >= SUSPECT_CRASHES;
}
