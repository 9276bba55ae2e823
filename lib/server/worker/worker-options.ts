import type { JournalWriter } from '../store/journal-writer';
import type { OpenerOptions } from './opener';

/** What a worker has done since it started, for metrics. */
export interface WorkerCounts {
  /** Runs it has claimed. */
  readonly claims: number;
  /** Runs it had to drop because their lease was lost or ran out. */
  readonly leaseLosses: number;
}

export interface WorkerOptions extends OpenerOptions {
  /** Identifies this worker; new for every start. */
  readonly owner: string;
  readonly writer: JournalWriter;
  /** How long a lease lasts without a renewal, in ms. */
  readonly leaseMs: number;
  /** Runs advanced concurrently; overcommit slots come on top. */
  readonly slots: number;
  /** Longest time that attempts in flight get to end when the worker stops, in ms. */
  readonly drainMs: number;
  /** Logs errors that belong to no journal. */
  readonly report: (error: unknown, what: string) => void;
}
