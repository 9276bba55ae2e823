import type { RunEvent } from '@/engine';

/** The state of the connection that keeps a run up to date. */
export interface Contact {
  /** `live`: connected or connecting for the first time. `lost`: nothing was received; the connection is being tried again. `ended`: nothing more follows. */
  readonly state: 'live' | 'lost' | 'ended';
  /** When the server last sent something, in ms since 1970; undefined before that. */
  readonly lastUpdateAt: number | undefined;
  /** Why the connection is lost, as a sentence for people. */
  readonly problem: string | undefined;
  /** Offset of the server's clock from this machine's, in ms. Differences below 2 s count as none. */
  readonly skewMs: number;
}

/** The clock of the reader; tests replace it. */
export interface FeedClock {
  now(): number;
  /** Calls back once after `ms`; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** How to follow one run. */
export interface FollowRunOptions {
  readonly runId: string;
  /** Origin of the server. @default that of the page */
  readonly origin?: string;
  /** Reads a snapshot when far behind. Otherwise the stream sends every event. @default false */
  readonly snapshots?: boolean;
  /** Last sequence number that is already known. @default 0 */
  readonly after?: number;
  /** The newest event known to exist: when it is far ahead, a snapshot is requested first. @default 0 */
  readonly newest?: number;
  /** Called with new events, in order: those of a snapshot as they are, all others without a gap. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  readonly onContact: (contact: Contact) => void;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock?: FeedClock;
  /** From 0 to 1: jitter for pages that lost the same server. @default Math.random */
  readonly random?: () => number;
  /** Silence, comments included, after which a connection counts as dead. ms @default 45000, three of the server's heartbeats */
  readonly silenceMs?: number;
}

/** A run being followed. */
export interface RunFeed {
  /** Stops permanently. */
  close(): void;
  /** Reconnects at once instead of after the pause: the network is back, or a person asked. */
  retryNow(): void;
  /** Settles when the run has ended, was refused or the feed was closed. */
  readonly done: Promise<void>;
}

/** The clock of this machine. */
export const systemClock: FeedClock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
