import { setTimeout as delay } from 'node:timers/promises';
import type { EventLine } from './event-lines';

/** Some events of a run in order, without a gap. The same list is handed to everybody: who encodes it may keep that by its identity. */
export type EventBatch = readonly EventLine[];

/** Text of batches cached for watchers that come a little later, in characters. */
const CACHED_CHARS = 1_000_000;

/** Longest pause between two reads, in ms: a browser paints a run ten times a second at most. */
const LONGEST_PAUSE_MS = 100;

/** Watchers for whom a read is put off by one more millisecond: what is sent to many is sent in fewer, larger pieces. */
const WATCHERS_PER_MS = 2;

/** Reads what follows an event; an empty list when there is nothing yet. */
export type ReadBatch = (after: number) => Promise<EventBatch>;

/** Says how far a run has come, and whether it has ended. Undefined when there is no such run. */
export type ReadHead = () => Promise<{ readonly lastSeq: number; readonly isEnded: boolean } | undefined>;

/**
 * What all watchers of one run in this process share: each place of the journal is read once for all of them, and the
 * newest batches are kept. Every watcher has a position of its own.
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
  /** Who watches now. */
  watchers = 0;

  constructor(readBatch: ReadBatch, readHead: ReadHead) {
    this.#readBatch = readBatch;
    this.#readHead = readHead;
  }

  /** The newest event that is known to exist. */
  get newest(): number {
    return this.#newest;
  }

  /** Events up to `lastSeq` are durable, and there will be no more if the run has ended. */
  publish(lastSeq: number, isEnded = false): void {
    const isNews = lastSeq > this.#newest || (isEnded && this.#end === undefined);
    if (!isNews) return;
    this.#newest = Math.max(this.#newest, lastSeq);
    if (isEnded) this.#end ??= this.#newest;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Looks how far the run has come; false when there is no such run. */
  async look(): Promise<boolean> {
    if (this.#newest > 0) return true;
    const head = await this.#readHead();
    if (!head) return false;
    this.publish(head.lastSeq, head.isEnded);
    return true;
  }

  /**
   * The events that follow `after`, as many as are read at once, waiting for them as long as it takes; undefined when the
   * run has ended before, or the signal aborts.
   */
  async next(after: number, signal: AbortSignal): Promise<EventBatch | undefined> {
    while (!signal.aborted && !this.#isOver(after)) {
      if (this.#newest > after) {
        const batch = await this.#after(after);
        // What is known to exist and is not there was deleted, with the whole run.
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
    // Only at the end of the journal does waiting make a batch larger.
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
    // Nobody else is there to ask for it.
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

  /** Resolves once there is more than `after`, or the signal aborted. */
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
