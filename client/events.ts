import { type RunEvent, runEventBodySchema } from '@/engine';
import { createSseParser, type SseMessage } from './sse';

/** Whether what is known of a run is still being kept up to date. */
export interface Contact {
  /** `live`: connected or connecting for the first time. `lost`: nothing heard; it is being tried again. `ended`: there is no more to hear. */
  readonly state: 'live' | 'lost' | 'ended';
  /** When the server was last heard from, in ms since 1970; undefined before the first word. */
  readonly lastWordAt: number | undefined;
  /** Why contact is lost, as a sentence for people. */
  readonly problem: string | undefined;
  /** What to add to this machine's clock to read the server's, ms. Differences below 2 s count as none. */
  readonly skewMs: number;
}

/** Time as the reader uses it; tests bring their own. */
export interface FeedClock {
  now(): number;
  /** Calls back once after `ms`; returns a function that calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** How to follow one run. */
export interface FollowRunOptions {
  /** Address of the run's event stream. */
  readonly url: string;
  /** Last sequence number already known. @default 0 */
  readonly after?: number;
  /** Told of new events, in order and without a gap. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  readonly onContact: (contact: Contact) => void;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock?: FeedClock;
  /** Silence, comments included, after which a connection counts as dead. ms @default 45000, three of the server's heartbeats */
  readonly silenceMs?: number;
}

/** A run being followed. */
export interface RunFeed {
  /** Stops for good. */
  close(): void;
  /** Tries at once instead of waiting for the next try: the network came back, the person asked. */
  retryNow(): void;
  /** Settles when the run has ended, was refused or the feed was closed. */
  readonly done: Promise<void>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** A connection that lasted this long was a good one: its end is not counted as another failure. */
const LONG_CONNECTION_MS = 5_000;

const systemClock: FeedClock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The stream broke a promise: a gap, or an event that cannot be read. What is already known stays; the rest is read again. */
class BrokenStream extends Error {}

/** The server will not show this run, now or later. */
class Refused extends Error {}

/** How one connection ended. */
type Outcome = 'ended' | 'closed' | 'again';

/**
 * Follows the journal of a run: resumes after the last event it has, notices gaps, reconnects with growing pauses and
 * stops at the `end` message. Never throws; trouble is reported as lost contact.
 */
export function followRun(options: FollowRunOptions): RunFeed {
  const feed = new Feed(options);
  return { close: () => feed.close(), retryNow: () => feed.retryNow(), done: feed.run() };
}

class Feed {
  private readonly options: FollowRunOptions;
  private readonly clock: FeedClock;
  private seq: number;
  private failures = 0;
  private closed = false;
  private contact: Contact = { state: 'live', lastWordAt: undefined, problem: undefined, skewMs: 0 };
  private connection: AbortController | undefined;
  private wake: (() => void) | undefined;

  constructor(options: FollowRunOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.seq = options.after ?? 0;
  }

  close(): void {
    this.closed = true;
    this.connection?.abort();
    this.wake?.();
  }

  retryNow(): void {
    this.wake?.();
  }

  async run(): Promise<void> {
    while (!this.closed) {
      const outcome = await this.connectOnce();
      if (outcome !== 'again') return;
      await this.pause();
    }
  }

  private async connectOnce(): Promise<Outcome> {
    const connection = new AbortController();
    this.connection = connection;
    const openedAt = this.clock.now();
    try {
      if (await this.read(connection)) {
        this.tell({ state: 'ended', problem: undefined });
        return 'ended';
      }
      // Proxies close long answers now and then: reconnecting once without alarm is not losing contact.
      if (this.clock.now() - openedAt >= LONG_CONNECTION_MS) this.failures = 0;
      if (this.failures > 0)
        this.tell({ state: 'lost', problem: 'The connection closed before the run ended.' });
    } catch (error) {
      if (this.closed) return 'closed';
      this.tell({ state: 'lost', problem: wordsFor(error) });
      if (error instanceof Refused) return 'ended';
    } finally {
      connection.abort();
    }
    this.failures += 1;
    return this.closed ? 'closed' : 'again';
  }

  /** Reads one connection to its end. True when the server said that there is no more. */
  private async read(connection: AbortController): Promise<boolean> {
    const watch = this.watchSilence(connection);
    try {
      const reader = await this.open(connection.signal);
      const decoder = new TextDecoder();
      const parser = createSseParser();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return false;
        watch.heard();
        if (this.take(parser.push(decoder.decode(value, { stream: true })))) return true;
      }
    } finally {
      watch.stop();
    }
  }

  private async open(signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const headers: Record<string, string> = { accept: 'text/event-stream', ...this.options.headers };
    if (this.seq > 0) headers['last-event-id'] = String(this.seq);
    const send = this.options.fetch ?? fetch;
    const response = await send(this.options.url, { headers, signal, cache: 'no-store' });
    if (REFUSALS.has(response.status)) throw new Refused(await refusal(response));
    if (!response.ok) throw new BrokenStream(`The server answered ${response.status}.`);
    if (!response.body) throw new BrokenStream('The server answered without a stream.');
    this.contact = { ...this.contact, skewMs: this.skew(response.headers.get('date')) };
    return response.body.getReader();
  }

  /** The `date` header has whole seconds: half a second is its middle, and less than 2 s of difference is noise. */
  private skew(date: string | null): number {
    const skewMs = date === null ? 0 : Date.parse(date) + 500 - this.clock.now();
    return Math.abs(skewMs) < 2000 || Number.isNaN(skewMs) ? 0 : skewMs;
  }

  /** Takes messages in order. True when one of them was `end`. */
  private take(messages: readonly SseMessage[]): boolean {
    const fresh: RunEvent[] = [];
    try {
      for (const message of messages) {
        if (message.event === 'end') return true;
        const event = this.next(message);
        if (event) fresh.push(event);
      }
      return false;
    } finally {
      // Also when a later message broke the stream: what came before it is good.
      this.word(fresh);
    }
  }

  private next(message: SseMessage): RunEvent | undefined {
    if (message.data === '') return undefined;
    const event = parseEvent(message.data);
    if (event.seq <= this.seq) return undefined;
    if (event.seq !== this.seq + 1) {
      throw new BrokenStream(`Event ${this.seq + 1} is missing: event ${event.seq} came after ${this.seq}.`);
    }
    this.seq = event.seq;
    return event;
  }

  private word(events: readonly RunEvent[]): void {
    if (events.length === 0) return;
    this.failures = 0;
    this.options.onEvents(events);
  }

  /** Ends a connection on which nothing at all is heard: a dead peer looks exactly like a quiet one. */
  private watchSilence(connection: AbortController): { heard(): void; stop(): void } {
    const silenceMs = this.options.silenceMs ?? 45_000;
    let callOff: () => void = () => {};
    const arm = () => {
      callOff();
      callOff = this.clock.after(silenceMs, () =>
        connection.abort(new BrokenStream('The server fell silent.')),
      );
    };
    arm();
    return {
      heard: () => {
        arm();
        this.tell({ state: 'live', problem: undefined, heard: true });
      },
      stop: () => callOff(),
    };
  }

  private tell(change: { state: Contact['state']; problem: string | undefined; heard?: boolean }): void {
    const lastWordAt = change.heard ? this.clock.now() : this.contact.lastWordAt;
    this.contact = { ...this.contact, state: change.state, problem: change.problem, lastWordAt };
    this.options.onContact(this.contact);
  }

  private pause(): Promise<void> {
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.failures - 1));
    return new Promise((resolve) => {
      const callOff = this.clock.after(delayMs, () => this.wake?.());
      this.wake = () => {
        callOff();
        this.wake = undefined;
        resolve();
      };
      if (this.closed) this.wake();
    });
  }
}

const REFUSALS = new Set([401, 403, 404, 410]);

async function refusal(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return response.status === 404 ? 'There is no such run.' : 'The server refused to show this run.';
}

function parseEvent(data: string): RunEvent {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (cause) {
    throw new BrokenStream('The server sent something that is not an event.', { cause });
  }
  if (!isEvent(json))
    throw new BrokenStream('The server sent an event that this page does not know. Reload the page.');
  return json;
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(
  runEventBodySchema.options.flatMap(({ shape }) => [...shape.type.values]),
);

/**
 * Checks what the order and the fold rely on. The rest was checked when the server wrote it: checking it again takes a
 * second for the 20,000 events of a large loop.
 */
function isEvent(json: unknown): json is RunEvent {
  if (typeof json !== 'object' || json === null) return false;
  if (!('seq' in json && 'at' in json && 'type' in json)) return false;
  return Number.isSafeInteger(json.seq) && typeof json.at === 'string' && KNOWN_TYPES.has(json.type);
}

function wordsFor(error: unknown): string {
  if (error instanceof BrokenStream || error instanceof Refused) return error.message;
  return 'The server cannot be reached.';
}
