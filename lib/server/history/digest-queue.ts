import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine';
import { pausing } from '../pausing';
import { digestRuns } from '../store/history/digest-runs';
import { type RunPlace, undigestedRuns } from '../store/history/undigested-runs';
import { retryWhile } from '../store/retry';

/** Runs that are digested together. Their events are in memory meanwhile, up to 16 kB for each output. */
const BATCH = 50;

/** Delay of the first check of older runs, in ms, so that it does not slow the start of the server. */
const FIRST_CHECK_MS = 10_000;

export interface DigestQueueOptions {
  readonly sql: Sql;
  readonly report: (error: unknown, what: string) => void;
  /** Whether runs that ended before this process started are checked. */
  readonly checksOlder: boolean;
}

/**
 * Digests runs after they have ended, in batches with pauses, so that writing journals comes first. Runs that no process digested
 * because it died, or that an earlier release executed, are found when a process starts.
 */
export class DigestQueue {
  readonly #options: DigestQueueOptions;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<string>();
  #working: Promise<void> | undefined;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DigestQueueOptions) {
    this.#options = options;
    if (!options.checksOlder) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.checkOlder();
    }, FIRST_CHECK_MS);
    this.#timer.unref();
  }

  /** Adds a run if these events end it. */
  written(runId: string, events: readonly RunEvent[]): void {
    if (!events.some(isEnd) || this.#stop.signal.aborted) return;
    this.#waiting.add(runId);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when every run that was added is digested. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Digests every run that has ended and has no digest, the newest first. */
  async checkOlder(): Promise<void> {
    let after: RunPlace | undefined;
    try {
      do {
        const page = await undigestedRuns(this.#options.sql, after);
        for (let from = 0; from < page.ids.length && !this.#stop.signal.aborted; from += BATCH) {
          await this.#digest(page.ids.slice(from, from + BATCH));
        }
        after = page.next;
      } while (after && !this.#stop.signal.aborted);
    } catch (error) {
      this.#reportUnlessStopped(error, 'Older runs could not be prepared for the history');
    }
  }

  /** Waits for an active statement. Runs that still wait are found when a process starts. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#waiting.clear();
    await this.#checking;
    await this.idle();
  }

  async #work(): Promise<void> {
    // Runs that end together are digested together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, BATCH);
      for (const id of batch) this.#waiting.delete(id);
      try {
        await this.#digest(batch);
      } catch (error) {
        this.#reportUnlessStopped(error, 'Ended runs could not be prepared for the history');
      }
    }
  }

  async #digest(ids: readonly string[]): Promise<void> {
    const { signal } = this.#stop;
    await pausing(signal, () =>
      retryWhile(
        () => digestRuns(this.#options.sql, ids),
        () => !signal.aborted,
      ),
    );
  }

  #reportUnlessStopped(error: unknown, what: string): void {
    if (!this.#stop.signal.aborted) this.#options.report(error, what);
  }
}

function isEnd({ type }: RunEvent): boolean {
  return type === 'run_completed' || type === 'run_failed' || type === 'run_cancelled';
}
