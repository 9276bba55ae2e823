import type { Sql } from 'postgres';
import {
  markSent,
  type OutboxEntry,
  putOff,
  settleStarts,
  sweepOutbox,
  takeStarts,
  takeWords,
} from '../store/outbox';
import { sendTo } from './ingress';
import { SERVICE } from './workflow';

/** How often to look for entries when nobody told of one. */
const POLL_MS = 1000;

/** How often to remove what was sent long ago. */
const SWEEP_MS = 60_000;

/** Entries sent at once. */
const BATCH = 50;

/** Longest answer of Restate to wait for, in ms; less than an entry is kept from others. */
const SEND_TIMEOUT_MS = 10_000;

/** Waits between tries: doubled each time up to the longest, and spread so that many do not come back at once. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export interface RelayOptions {
  readonly sql: Sql;
  /** Where Restate takes requests. */
  readonly url: string;
  /** Runs that may be under way in Restate at once, those that only wait not counted. */
  readonly mostUnderWay: number;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Carries what the outbox holds to Restate. Every process may: an entry is taken by one at a time, and Restate knows one
 * that comes twice by its id.
 */
export class Relay {
  readonly #options: RelayOptions;
  #poll: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #wanted = false;
  #stopped = false;
  /** Tells once that Restate cannot be reached, not at every try. */
  #isDown = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.#sweep = setInterval(() => this.#tidy(), SWEEP_MS);
    this.wake();
  }

  /** Looks for entries now. */
  wake(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearInterval(this.#sweep);
    await this.#sending;
  }

  async #drain(): Promise<void> {
    const { sql, mostUnderWay, report } = this.#options;
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        const words = await takeWords(sql, BATCH);
        const starts = await takeStarts(sql, BATCH, mostUnderWay);
        await this.#sendAll([...words, ...starts]);
        if (words.length === BATCH || starts.length === BATCH) this.#wanted = true;
      } catch (error) {
        report(error, 'What Restate is to be told could not be read');
      }
    }
  }

  async #sendAll(entries: readonly OutboxEntry[]): Promise<void> {
    const sent: string[] = [];
    await Promise.all(
      entries.map(async (entry) => {
        try {
          await this.#send(entry);
          sent.push(entry.id);
        } catch (error) {
          await this.#failed(entry, error);
        }
      }),
    );
    if (sent.length === 0) return;
    this.#isDown = false;
    await markSent(this.#options.sql, sent);
  }

  async #send({ id, runId, kind, count }: OutboxEntry): Promise<void> {
    const target = { service: SERVICE, key: runId };
    // The run id is the key: Restate begins one workflow of it.
    const start = { ...target, handler: 'run', parameter: null };
    const notice = { ...target, handler: 'tell', parameter: count, idempotencyKey: id };
    await sendTo(this.#options.url, kind === 'start' ? start : notice, SEND_TIMEOUT_MS);
  }

  async #failed({ id, runId, tries }: OutboxEntry, error: unknown): Promise<void> {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    if (!this.#isDown) this.#options.report(error, `Restate was not told of run ${runId}; it is tried again`);
    this.#isDown = true;
    await putOff(this.#options.sql, id, messageOf(error), wait * (0.5 + Math.random() / 2));
  }

  #tidy(): void {
    const { sql, report } = this.#options;
    settleStarts(sql)
      .then(() => sweepOutbox(sql))
      .catch((error: unknown) => report(error, 'The outbox could not be tidied'));
  }
}

/** What went wrong, in a line: `fetch` says no more than that it failed, and keeps why apart. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const why = cause instanceof Error ? cause.message || cause.name : undefined;
  return why === undefined ? error.message : `${error.message}: ${why}`;
}
