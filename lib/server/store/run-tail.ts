import { setTimeout as delay } from 'node:timers/promises';
import type { EventLine } from './event-lines';

/**
 * Events of a run in order, without gaps. All watchers receive the same list, so its identity can serve as a
 * cache key.
 */
export type EventBatch = readonly EventLine[];

/** Size of the cache for watchers that lag slightly behind, in characters. */
const CACHED_CHARS = 1_000_000;

/** Longest pause between two reads, in ms: a browser renders a run at most ten times a second. */
const LONGEST_PAUSE_MS = 100;

/** Every so many watchers delay a read by a millisecond: many watchers receive fewer and larger batches. */
const WATCHERS_PER_MS = 2;

/** Reads the events after a sequence; empty when there are none yet. */
export type ReadBatch = (after: number) => Promise<EventBatch>;

/** Reads the newest event of a run and whether it has ended; undefined when the run does not exist. */
export type ReadHead = () => Promise<{ readonly lastSeq: number; readonly isEnded: boolean } | undefined>;

/**
 * Shared by all watchers of a run in this process: each part of the journal is read once, and the newest
 * batches are cached. Every watcher has its own position.
 */
export class RunTail {
  readonly #readBatch: ReadBatch;
  readonly #readHead: ReadHead;
  readonly #waiting = new Set<() => void>();
  readonly #reads = new Map<number, Promise<EventBatch>>();
  /** Oldest first. */
  #cached: EventBatch[] = [];
  #cachedChars = 0;
  #newest = 0;
  #end: number | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  watchers = 0;

  constructor(readBatch: ReadBatch, readHead: ReadHead) {
    this.#readBatch = readBatch;
    this.#readHead = readHead;
  }

  /** The newest event that is known to exist. */
  get newest(): number {
    return this.#newest;
  }

  /** Announces that events up to `lastSeq` are durable and, if the run has ended, that they are the last. */
  publish(lastSeq: number, isEnded = false): void {
    const isNews = lastSeq > this.#newest || (isEnded && this.#end === undefined);
    if (!isNews) return;
    this.#newest = Math.max(this.#newest, lastSeq);
    if (isEnded) this.#end ??= this.#newest;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Polls the newest event of the run; false when the run does not exist. */
  async look(): Promise<boolean> {
    if (this.#newest > 0) return true;
    const head = await this.#readHead();
    if (!head) return false;
    this.publish(head.lastSeq, head.isEnded);
    return true;
  }

  /**
   * The next batch of events after `after`, waiting for it if necessary; undefined when the run has ended or
   * the signal aborts.
   */
  async next(after: number, signal: AbortSignal): Promise<EventBatch | undefined> {
    while (!signal.aborted && !this.#isOver(after)) {
      if (this.#newest > after) {
        const batch = await this.#after(after);
        // Announced events that are missing were deleted together with the run.
        return batch.length > 0 ? batch : undefined;
      }
      await this.#news(after, signal);
    }
    return undefined;
  }

  #isOver(after: number): boolean {
    return this.#end !== undefined && after >= this.#end;
  }

  async #after(after: number): Promise<EventBatch> {
    const cached = this.#find(after);
    if (cached) return cached;
    let reading = this.#reads.get(after);
    if (!reading) {
      reading = this.#read(after).finally(() => this.#reads.delete(after));
      this.#reads.set(after, reading);
    }
    return reading;
  }

  async #read(after: number): Promise<EventBatch> {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, this.watchers / WATCHERS_PER_MS);
    const restMs = this.#readAt + pauseMs - performance.now();
    // Waiting makes a batch larger only at the end of the journal.
    if (restMs > 1 && this.#end === undefined) await delay(restMs);
    const batch = await this.#readBatch(after);
    this.#readAt = performance.now();
    this.#keep(batch);
    return batch;
  }

  #keep(batch: EventBatch): void {
    const last = batch.at(-1);
    if (!last) return;
    this.publish(last.seq, isEnd(last));
    // A single watcher needs no cache.
    if (this.watchers < 2) return;
    this.#cached.push(batch);
    this.#cachedChars += charsOf(batch);
    while (this.#cachedChars > CACHED_CHARS && this.#cached.length > 1) {
      this.#cachedChars -= charsOf(this.#cached.shift() ?? []);
    }
  }

  #find(after: number): EventBatch | undefined {
    const batch = this.#cached.findLast(
      (each) => (each[0]?.seq ?? 0) <= after + 1 && after < (each.at(-1)?.seq ?? 0),
    );
    const skipped = after + 1 - (batch?.[0]?.seq ?? 0);
    return skipped > 0 ? batch?.slice(skipped) : batch;
  }

  /** Resolves once events after `after` exist or the signal aborts. */
  #news(after: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#newest <= after && !this.#isOver(after) && !signal.aborted) return;
        this.#waiting.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      this.#waiting.add(check);
      signal.addEventListener('abort', check, { once: true });
      check();
    });
  }
}

/** The last event of every journal. */
function isEnd({ type }: EventLine): boolean {
  return type === 'run_completed' || type === 'run_failed' || type === 'run_cancelled';
}

function charsOf(batch: EventBatch): number {
  return batch.reduce((sum, line) => sum + line.text.length, 0);
}
