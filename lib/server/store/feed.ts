import type { Sql } from 'postgres';
import { runHeads } from './runs';

/** How often watched runs are looked up, in case a notification was lost. */
const POLL_MS = 1000;

/** Called whenever a watched run may have more events. */
type Watcher = (lastSeq: number) => void;

/** Tells watchers that a run has new events: one listener and one poll for all of them. */
export class Feed {
  readonly #sql: Sql;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Watches one run; answers a function that stops. */
  watch(runId: string, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(watcher));
    this.#schedule();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(runId);
    };
  }

  /** Events up to `lastSeq` of this run are durable. */
  publish(runId: string, lastSeq: number): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(lastSeq);
  }

  /** Looks up every watched run now. A failed look-up is made good by the next one. */
  async check(): Promise<void> {
    const ids = [...this.#watchers.keys()];
    if (ids.length === 0 || this.#closed) return;
    for (const { id, lastSeq } of await runHeads(this.#sql, ids)) this.publish(id, lastSeq);
  }

  /** Stops polling. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.check()
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined;
          if (this.#watchers.size > 0) this.#schedule();
        });
    }, POLL_MS);
    this.#timer.unref();
  }
}
