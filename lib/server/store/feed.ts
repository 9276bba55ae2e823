import type { Sql } from 'postgres';
import { isTerminal } from '@/engine';
import { eventBatch } from './event-lines';
import { RunTail } from './run-tail';
import { runHeads } from './runs';

/** How often watched runs are polled, in case a notification was lost. */
const POLL_MS = 1000;

/** Largest batch: bounds the memory for a slow reader. */
const BATCH = { limit: 500, chars: 128 * 1024 };

/** A run being watched. */
export interface Watched {
  readonly tail: RunTail;
  /** Call when the reader no longer needs the tail. */
  stop(): void;
}

/**
 * Notifies watchers of new events, with one listener and one poll for all watchers and one tail for each run.
 */
export class Feed {
  readonly #sql: Sql;
  readonly #tails = new Map<string, RunTail>();
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Watchers of all runs. */
  get watchers(): number {
    return this.#watchers;
  }

  /** Watches a run. All watchers of a run share its tail. */
  watch(runId: string): Watched {
    const tail = this.#tails.get(runId) ?? this.#open(runId);
    tail.watchers += 1;
    this.#watchers += 1;
    this.#schedule();
    let stopped = false;
    const stop = () => {
      if (stopped) return;
      stopped = true;
      tail.watchers -= 1;
      this.#watchers -= 1;
      if (tail.watchers === 0) this.#tails.delete(runId);
    };
    return { tail, stop };
  }

  /** Events up to `lastSeq` of this run are durable. */
  publish(runId: string, lastSeq: number): void {
    this.#tails.get(runId)?.publish(lastSeq);
  }

  /** Polls every watched run now. After a failure, the next poll catches up. */
  async check(): Promise<void> {
    const ids = [...this.#tails.keys()];
    if (ids.length === 0 || this.#closed) return;
    const heads = new Map((await runHeads(this.#sql, ids)).map((head) => [head.id, head]));
    for (const id of ids) {
      const head = heads.get(id);
      // A missing run was deleted: no more events will follow.
      this.#tails.get(id)?.publish(head?.lastSeq ?? 0, !head || isTerminal(head.status));
    }
  }

  /** Stops polling. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #open(runId: string): RunTail {
    const tail = new RunTail(
      (after) => eventBatch(this.#sql, runId, after, BATCH),
      async () => {
        const [head] = await runHeads(this.#sql, [runId]);
        return head && { lastSeq: head.lastSeq, isEnded: isTerminal(head.status) };
      },
    );
    this.#tails.set(runId, tail);
    return tail;
  }

  #schedule(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.check()
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined;
          if (this.#tails.size > 0) this.#schedule();
        });
    }, POLL_MS);
    this.#timer.unref();
  }
}
