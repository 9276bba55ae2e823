import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { RunEvent } from '@/engine';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { urlOf } from './api';
import { type Contact, type FeedClock, type FollowRunOptions, type RunFeed, systemClock } from './feed';
import { BrokenStream, parseEvent, parseSnapshot } from './journal';
import { checkAnswer, Refused } from './refusal';

/** Number of events above which a snapshot is faster than the stream. */
const FAR_BEHIND = 500;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** A connection that lasted this long was healthy: its end does not count as a failure. */
const LONG_CONNECTION_MS = 5_000;

/** Last message of a server: the run has ended, or too many events are pending for the stream. */
type Ending = 'end' | 'resync';

/** How one connection ended. */
type Outcome = 'ended' | 'closed' | 'again' | 'resync';

/**
 * Follows the journal of a run: resumes after the last known event, reads a snapshot when it is far behind, detects
 * gaps, reconnects with growing delays and stops at the `end` message. Never throws; problems are reported as a
 * lost connection.
 */
export function followRun(options: FollowRunOptions): RunFeed {
  const feed = new Feed(options);
  return { close: () => feed.close(), retryNow: () => feed.retryNow(), done: feed.run() };
}

class Feed {
  readonly #options: FollowRunOptions;
  readonly #clock: FeedClock;
  #seq: number;
  /** A snapshot comes first, or is not to be had. */
  #snapshot: 'first' | 'later' | 'never';
  #failures = 0;
  #closed = false;
  #contact: Contact = { state: 'live', lastUpdateAt: undefined, problem: undefined, skewMs: 0 };
  #connection: AbortController | undefined;
  #wake: (() => void) | undefined;

  constructor(options: FollowRunOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#seq = options.after ?? 0;
    const isBehind = (options.newest ?? 0) - this.#seq > FAR_BEHIND;
    const wanted = isBehind ? 'first' : 'later';
    this.#snapshot = options.snapshots === true ? wanted : 'never';
  }

  close(): void {
    this.#closed = true;
    this.#connection?.abort();
    this.#wake?.();
  }

  retryNow(): void {
    this.#wake?.();
  }

  async run(): Promise<void> {
    while (!this.#closed) {
      const outcome = await this.#connectOnce();
      if (outcome === 'resync') continue;
      if (outcome !== 'again') return;
      await this.#pause();
    }
  }

  async #connectOnce(): Promise<Outcome> {
    const connection = new AbortController();
    this.#connection = connection;
    const openedAt = this.#clock.now();
    try {
      if (this.#snapshot === 'first') await this.#takeSnapshot(connection);
      const last = await this.#read(connection);
      if (last !== undefined) return this.#finish(last);
      this.#noteClosed(this.#clock.now() - openedAt);
    } catch (error) {
      if (this.#closed) return 'closed';
      this.#updateContact({ state: 'lost', problem: wordsFor(error) });
      if (error instanceof Refused) return 'ended';
    } finally {
      connection.abort();
    }
    this.#failures += 1;
    return this.#closed ? 'closed' : 'again';
  }

  #finish(last: Ending): Outcome {
    if (last !== 'end') return 'resync';
    this.#updateContact({ state: 'ended', problem: undefined });
    return 'ended';
  }

  /** Proxies close long responses now and then: a single reconnect does not count as a lost connection. */
  #noteClosed(afterMs: number): void {
    if (afterMs >= LONG_CONNECTION_MS) this.#failures = 0;
    if (this.#failures > 0)
      this.#updateContact({ state: 'lost', problem: 'The connection closed before the run ended.' });
  }

  /** Reads the missing events from a snapshot. When that fails, the stream sends them instead. */
  async #takeSnapshot(connection: AbortController): Promise<void> {
    const watch = this.#watchSilence(connection);
    try {
      const url = urlOf(runEventEndpoints.snapshot, { id: this.#options.runId, after: String(this.#seq) });
      const response = await this.#send(url, { accept: 'application/json' }, connection.signal);
      const { seq, events } = parseSnapshot(await response.json(), this.#seq);
      watch.heard();
      this.#snapshot = 'later';
      this.#seq = seq;
      this.#deliver(events);
    } catch (error) {
      if (this.#closed || error instanceof Refused) throw error;
      this.#snapshot = 'never';
      throw error;
    } finally {
      watch.stop();
    }
  }

  /** Reads one connection until it closes. @returns its last message, when that states why */
  async #read(connection: AbortController): Promise<Ending | undefined> {
    const watch = this.#watchSilence(connection);
    try {
      const reader = await this.#open(connection.signal);
      const decoder = new TextDecoder();
      const messages: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (message) => void messages.push(message) });
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        watch.heard();
        parser.feed(decoder.decode(value, { stream: true }));
        const last = this.#take(messages.splice(0));
        if (last !== undefined) return last;
      }
    } finally {
      watch.stop();
    }
  }

  async #open(signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const headers: Record<string, string> = { accept: runEventEndpoints.events.media };
    if (this.#seq > 0) headers['last-event-id'] = String(this.#seq);
    const resync = this.#snapshot === 'never' ? undefined : '1';
    const url = urlOf(runEventEndpoints.events, { id: this.#options.runId, resync });
    const response = await this.#send(url, headers, signal);
    if (!response.body) throw new BrokenStream('The response of the server has no stream.');
    this.#contact = { ...this.#contact, skewMs: this.#skew(response.headers.get('date')) };
    return response.body.getReader();
  }

  async #send(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { origin = '', headers: more, fetch: send = fetch } = this.#options;
    const request = { headers: { ...headers, ...more }, signal, cache: 'no-store' } as const;
    const response = await send(`${origin}${url}`, request);
    await checkAnswer(response);
    return response;
  }

  /** The `date` header has whole seconds: half a second is its middle, and less than 2 s of difference is noise. */
  #skew(date: string | null): number {
    const skewMs = date === null ? 0 : Date.parse(date) + 500 - this.#clock.now();
    return Math.abs(skewMs) < 2000 || Number.isNaN(skewMs) ? 0 : skewMs;
  }

  /** Processes messages in order. @returns the message after which no more follow */
  #take(messages: readonly EventSourceMessage[]): Ending | undefined {
    const fresh: RunEvent[] = [];
    try {
      for (const message of messages) {
        if (message.event === 'end') return 'end';
        if (message.event === 'resync' && this.#snapshot !== 'never') {
          this.#snapshot = 'first';
          return 'resync';
        }
        const event = this.#next(message);
        if (event) fresh.push(event);
      }
      return undefined;
    } finally {
      // Events before an invalid message are valid.
      this.#deliver(fresh);
    }
  }

  #next(message: EventSourceMessage): RunEvent | undefined {
    if (message.data === '') return undefined;
    const event = parseEvent(message.data);
    if (event.seq <= this.#seq) return undefined;
    if (event.seq !== this.#seq + 1) {
      throw new BrokenStream(
        `Event ${this.#seq + 1} is missing: event ${event.seq} came after ${this.#seq}.`,
      );
    }
    this.#seq = event.seq;
    return event;
  }

  #deliver(events: readonly RunEvent[]): void {
    if (events.length === 0) return;
    this.#failures = 0;
    this.#options.onEvents(events);
  }

  /** Closes a connection without any data: a dead peer cannot be distinguished from a silent one. */
  #watchSilence(connection: AbortController): { heard(): void; stop(): void } {
    const silenceMs = this.#options.silenceMs ?? 45_000;
    let cancel: () => void = () => {};
    const arm = () => {
      cancel();
      cancel = this.#clock.after(silenceMs, () =>
        connection.abort(new BrokenStream('The server sent no data for too long.')),
      );
    };
    arm();
    return {
      heard: () => {
        arm();
        this.#updateContact({ state: 'live', problem: undefined, heard: true });
      },
      stop: () => cancel(),
    };
  }

  #updateContact(change: { state: Contact['state']; problem: string | undefined; heard?: boolean }): void {
    const lastUpdateAt = change.heard ? this.#clock.now() : this.#contact.lastUpdateAt;
    this.#contact = { ...this.#contact, state: change.state, problem: change.problem, lastUpdateAt };
    this.#options.onContact(this.#contact);
  }

  #pause(): Promise<void> {
    const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1));
    const delayMs = longestMs * (0.5 + (this.#options.random ?? Math.random)() / 2);
    return new Promise((resolve) => {
      const cancel = this.#clock.after(delayMs, () => this.#wake?.());
      this.#wake = () => {
        cancel();
        this.#wake = undefined;
        resolve();
      };
      if (this.#closed) this.#wake();
    });
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof BrokenStream || error instanceof Refused) return error.message;
  return 'The server cannot be reached.';
}
