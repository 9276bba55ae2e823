import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine';
import type { App } from '@/lib/server/compose';
import type { Ledger } from './ledger';

/** Interval of observations, in ms. */
const LOOK_MS = 150;

/** The longest observed journal of a run. */
export interface Seen {
  readonly length: number;
  readonly hash: string;
}

/** Hash of the first events of a journal. */
export function journalHash(events: readonly RunEvent[], length: number): string {
  return createHash('sha256')
    .update(JSON.stringify(events.slice(0, length)))
    .digest('hex');
}

/**
 * Reads growing journals, as people watch them, and records the observed events, which must never change.
 * Also answers questions about interrupted attempts from the ledger.
 */
export class Observer {
  readonly seen = new Map<string, Seen>();
  /** Number of answered questions. */
  answered = 0;
  /** Number of runs released from quarantine. */
  released = 0;
  /** The last refused answer, and the reason. */
  refusal: string | undefined;
  readonly #app: App;
  readonly #sql: Sql;
  readonly #ledger: Ledger;
  readonly #runs: ReadonlySet<string>;
  readonly #stop = new AbortController();
  #work: Promise<void> | undefined;

  constructor(app: App, sql: Sql, ledger: Ledger, runs: ReadonlySet<string>) {
    this.#app = app;
    this.#sql = sql;
    this.#ledger = ledger;
    this.#runs = runs;
  }

  start(): void {
    this.#work ??= this.#watch();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  async #watch(): Promise<void> {
    for (let turn = 0; !this.#stop.signal.aborted; turn += 1) {
      // When the database is unavailable, the next turn tries again.
      await this.#look(turn).catch(() => undefined);
      await delay(LOOK_MS);
    }
  }

  async #look(turn: number): Promise<void> {
    const rows = await this.#sql<{ id: string; status: string; hold: string | null }[]>`
      select id, status, hold from runs where finished_at is null order by id`;
    const known = rows.filter(({ id }) => this.#runs.has(id));
    const chosen = known.length === 0 ? undefined : known[turn % known.length];
    if (chosen) await this.#read(chosen.id);
    for (const { id, status, hold } of rows) {
      if (hold === 'quarantined') await this.#release(id);
      if (status !== 'waiting' || hold !== null) continue;
      await this.#answer(id).catch((error: unknown) => {
        this.refusal = `${id}: ${String(error)}`;
      });
    }
  }

  async #read(id: string): Promise<void> {
    const events = await this.#app.runs.events({ id });
    if (events.length <= (this.seen.get(id)?.length ?? 0)) return;
    this.seen.set(id, { length: events.length, hash: journalHash(events, events.length) });
  }

  /** Resumes a quarantined run, as a person would. */
  async #release(id: string): Promise<void> {
    await this.#app.runs.resume({ id });
    this.released += 1;
  }

  async #answer(runId: string): Promise<void> {
    const asked = await this.#sql<{ step: string; iteration: number[] | null }[]>`
      select step, iteration from run_events e
      where run_id = ${runId} and type = 'step_waiting' and body->>'reason' = 'unknown_effect' and not exists (
        select from run_events later where later.run_id = e.run_id and later.step = e.step and later.seq > e.seq
          and later.type <> 'step_logged')`;
    if (asked.length === 0) return;
    const effects = await this.#ledger.effects();
    for (const { step, iteration } of asked) {
      const unit = step + (iteration ?? []).map((index) => `[${index}]`).join('');
      const happened = effects.some((effect) => effect.run === runId && effect.unit === unit);
      const given = iteration === null ? {} : { iteration };
      await this.#app.runs.resolve({ runId, step, ...given, answer: happened ? 'happened' : 'retry' });
      this.answered += 1;
    }
  }
}
