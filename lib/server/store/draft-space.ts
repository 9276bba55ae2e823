import type { Sql } from 'postgres';

/** Bytes of overwritten drafts after which their space is reclaimed. */
const RECLAIM_BYTES = 1_000_000;

/** What a row takes beside its text, in bytes. */
const ROW_BYTES = 300;

/**
 * Gives the space of overwritten drafts back to their table, in the background: autovacuum looks once a minute, in which
 * a large pipeline is overwritten a hundred times. A vacuum of so small a table lasts some milliseconds and keeps nobody
 * from writing.
 */
export class DraftSpace {
  readonly #sql: Sql;
  readonly #report: (error: unknown, what: string) => void;
  #bytes = 0;
  #reclaiming: Promise<void> | undefined;

  constructor(sql: Sql, report: (error: unknown, what: string) => void) {
    this.#sql = sql;
    this.#report = report;
  }

  /** A draft was overwritten that took this many bytes. */
  overwritten(bytes: number): void {
    this.#bytes += bytes + ROW_BYTES;
    if (this.#bytes < RECLAIM_BYTES || this.#reclaiming) return;
    this.#bytes = 0;
    this.#reclaiming = this.#reclaim().finally(() => {
      this.#reclaiming = undefined;
    });
  }

  /** Waits for a vacuum that is under way. */
  async stop(): Promise<void> {
    await this.#reclaiming;
  }

  async #reclaim(): Promise<void> {
    try {
      await this.#sql`vacuum (index_cleanup on) pipeline_drafts`;
    } catch (error) {
      this.#report(error, 'The space of overwritten drafts could not be reclaimed');
    }
  }
}
