import type { Sql } from 'postgres';

/** Bytes of overwritten rows after which their space is reclaimed. */
const RECLAIM_BYTES = 1_000_000;

/** Size of a row without its text, in bytes. */
const ROW_BYTES = 300;

type Report = (error: unknown, what: string) => void;

/**
 * Reclaims the space of overwritten drafts, and of positions that versions took from them, in the background.
 * Autovacuum checks once a minute, in which a large draft can be overwritten a hundred times. A vacuum of
 * these tables takes milliseconds and does not block writers.
 */
export class DraftSpace {
  readonly #drafts: TableSpace;
  readonly #versions: TableSpace;

  constructor(sql: Sql, report: Report) {
    this.#drafts = new TableSpace(
      () => sql`vacuum (index_cleanup on) pipeline_drafts`,
      (error) => report(error, 'The space of overwritten drafts could not be reclaimed'),
    );
    // Without its indexes: the table has every version, and positions are in no index.
    this.#versions = new TableSpace(
      () => sql`vacuum pipeline_versions`,
      (error) => report(error, 'The space of overwritten positions could not be reclaimed'),
    );
  }

  /** Records that a draft of this size was overwritten. */
  overwritten(bytes: number): void {
    this.#drafts.overwritten(bytes);
  }

  /** Records that the newest version took positions of this size. */
  moved(bytes: number): void {
    this.#versions.overwritten(bytes);
  }

  /** Waits for active vacuums. */
  async stop(): Promise<void> {
    await Promise.all([this.#drafts.stop(), this.#versions.stop()]);
  }
}

/** The overwritten space of one table. */
class TableSpace {
  readonly #vacuum: () => PromiseLike<unknown>;
  readonly #report: (error: unknown) => void;
  #bytes = 0;
  #reclaiming: Promise<void> | undefined;

  constructor(vacuum: () => PromiseLike<unknown>, report: (error: unknown) => void) {
    this.#vacuum = vacuum;
    this.#report = report;
  }

  overwritten(bytes: number): void {
    this.#bytes += bytes + ROW_BYTES;
    if (this.#bytes < RECLAIM_BYTES || this.#reclaiming) return;
    this.#bytes = 0;
    this.#reclaiming = this.#reclaim().finally(() => {
      this.#reclaiming = undefined;
    });
  }

  async stop(): Promise<void> {
    await this.#reclaiming;
  }

  async #reclaim(): Promise<void> {
    try {
      await this.#vacuum();
    } catch (error) {
      this.#report(error);
    }
  }
}
