import type { Sql } from 'postgres';

/** Bytes of overwritten drafts after which their space is reclaimed. */
const RECLAIM_BYTES = 1_000_000;

/** Size of a row without its text, in bytes. */
const ROW_BYTES = 300;

/**
 * Reclaims the space of overwritten drafts in the background. Autovacuum checks once a minute, in which a
 * large draft can be overwritten a hundred times. A vacuum of this small table takes milliseconds and does
 * not block writers.
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

  /** Records that a draft of this size was overwritten. */
  overwritten(bytes: number): void {
    this.#bytes += bytes + ROW_BYTES;
    if (this.#bytes < RECLAIM_BYTES || this.#reclaiming) return;
    this.#bytes = 0;
    this.#reclaiming = this.#reclaim().finally(() => {
      this.#reclaiming = undefined;
    });
  }

  /** Waits for an active vacuum. */
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
