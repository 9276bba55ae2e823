import type { Sql } from 'postgres';
import type { OutboxEntry } from '../store/outbox/entry';
import { markSent, putOff, settleStarts, sweepOutbox } from '../store/outbox/send-state';
import { takeCommands } from '../store/outbox/take-commands';
import { takeStarts } from '../store/outbox/take-starts';
import { sendTo } from './ingress';
import { SERVICE } from './workflow';

/** Interval for polling the outbox without a notification. */
const POLL_MS = 1000;

/** Interval for deleting old delivered entries. */
const SWEEP_MS = 60_000;

/** Entries that are sent concurrently. */
const BATCH = 50;

/** Timeout for a response of Restate, in ms; shorter than an entry stays locked. */
const SEND_TIMEOUT_MS = 10_000;

/** Delays between attempts: doubled up to the longest, with jitter so that processes do not retry simultaneously. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export interface RelayOptions {
  readonly sql: Sql;
  /** Ingress of Restate. */
  readonly url: string;
  /** Limit of runs that are active in Restate, not counting waiting ones. */
  readonly mostUnderWay: number;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Delivers the outbox to Restate. Every process may do so: each entry is locked by one process at a time, and
 * Restate recognises repeated entries by their id.
 */
export class Relay {
  readonly #options: RelayOptions;
  #poll: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #wanted = false;
  #stopped = false;
  /** Logs once that Restate cannot be reached, instead of at every attempt. */
  #isDown = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.#sweep = setInterval(() => this.#tidy(), SWEEP_MS);
    this.wake();
  }

  /** Polls the outbox now. */
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
        const commands = await takeCommands(sql, BATCH);
        const starts = await takeStarts(sql, BATCH, mostUnderWay);
        await this.#sendAll([...commands, ...starts]);
        if (commands.length === BATCH || starts.length === BATCH) this.#wanted = true;
      } catch (error) {
        report(error, 'The outbox could not be read');
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
    // The run id is the key, so Restate starts a workflow only once for it.
    const start = { ...target, handler: 'run', parameter: null };
    const notice = { ...target, handler: 'tell', parameter: count, idempotencyKey: id };
    await sendTo(this.#options.url, kind === 'start' ? start : notice, SEND_TIMEOUT_MS);
  }

  async #failed({ id, runId, tries }: OutboxEntry, error: unknown): Promise<void> {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    if (!this.#isDown) this.#options.report(error, `Run ${runId} could not be sent to Restate; retrying`);
    this.#isDown = true;
    await putOff(this.#options.sql, id, messageOf(error), wait * (0.5 + Math.random() / 2));
  }

  #tidy(): void {
    const { sql, report } = this.#options;
    settleStarts(sql)
      .then(() => sweepOutbox(sql))
      .catch((error: unknown) => report(error, 'Old entries of the outbox could not be deleted'));
  }
}

/** The reason of a failure in one line: `fetch` reports only that it failed and keeps the reason in the cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const why = cause instanceof Error ? cause.message || cause.name : undefined;
  return why === undefined ? error.message : `${error.message}: ${why}`;
}
