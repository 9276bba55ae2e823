import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Sql } from 'postgres';
import { compactEvents } from '@/engine';
import { Lru } from '../lru';
import { type EventLine, eventBatch, eventPage, parseEvent } from './event-lines';
import { SNAPSHOT_INLINE_CHARS, slimEvent } from './slim-events';

/** Size of the cache of compressed snapshots, in bytes. */
const CACHED_BYTES = 16_000_000;

/** A cached snapshot that lacks at most this many events is reused: the stream sends the rest. */
const FRESH_EVENTS = 500;

/** Limits of one read. */
const PAGE = { limit: 2000, chars: 4_000_000, longest: SNAPSHOT_INLINE_CHARS };

/** Compression level: level 2 takes twice the time for 10% less. Measured on loops of 10,000 iterations. */
const LEVEL = 1;

/** Waits in a page from which on parsing its lines pays off. */
const MANY_WAITS = 8;

/** A compact journal, ready to be sent. */
export interface Snapshot {
  /** Sequence of its last event. */
  readonly seq: number;
  /** `{"events": [...], "seq": n}` as JSON, gzipped. */
  readonly content: Buffer;
}

/**
 * Makes and caches snapshots: events that fold to the same state as the journal, with long values by
 * reference and the waits of a poll counted instead of listed.
 */
export class Snapshots {
  readonly #sql: Sql;
  readonly #making = new Map<string, Promise<Snapshot>>();
  readonly #cached = new Lru<Snapshot>({
    maxWeight: CACHED_BYTES,
    weightOf: ({ content }) => content.length,
  });

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The events after `after`, up to `newest` or slightly fewer. */
  async of(runId: string, after: number, newest: number): Promise<Snapshot> {
    if (after > 0) return this.#make(runId, after);
    const known = this.#cached.get(runId);
    if (known && known.seq >= newest - FRESH_EVENTS) return known;
    let making = this.#making.get(runId);
    if (!making) {
      making = this.#make(runId, 0).finally(() => this.#making.delete(runId));
      this.#making.set(runId, making);
    }
    const snapshot = await making;
    if (snapshot.content.length > CACHED_BYTES) this.#cached.delete(runId);
    else this.#cached.set(runId, snapshot);
    return snapshot;
  }

  async #make(runId: string, after: number): Promise<Snapshot> {
    let seq = after;
    const pieces = this.#pieces(runId, after, (last) => {
      seq = last;
    });
    const content = await buffer(Readable.from(pieces).compose(createGzip({ level: LEVEL })));
    return { seq, content };
  }

  async *#pieces(runId: string, after: number, onRead: (seq: number) => void) {
    let seq = after;
    let separator = '{"events":[';
    for (;;) {
      const { last, text } = await this.#page(runId, seq);
      if (last === undefined) break;
      yield `${separator}${text}`;
      separator = ',';
      seq = last;
      onRead(seq);
    }
    yield `${separator === ',' ? '' : separator}],"seq":${seq}}`;
  }

  async #page(runId: string, after: number): Promise<{ last: number | undefined; text: string }> {
    const page = await eventPage(this.#sql, runId, after, PAGE);
    if (page.last === null) return { last: undefined, text: '' };
    if (page.text !== null && page.waits < MANY_WAITS) return { last: page.last, text: page.text };
    const lines = await eventBatch(this.#sql, runId, after, PAGE);
    return { last: lines.at(-1)?.seq, text: compactLines(lines).join(',') };
  }
}

/** Texts of events for a snapshot. Most need no parsing. */
function compactLines(lines: readonly EventLine[]): string[] {
  const waits = lines.reduce((sum, { type }) => sum + (type === 'step_waiting' ? 1 : 0), 0);
  if (waits >= MANY_WAITS) {
    return compactEvents(lines.map(parseEvent)).map((event) => JSON.stringify(slimEvent(event)));
  }
  return lines.map((line) =>
    line.text.length > SNAPSHOT_INLINE_CHARS ? JSON.stringify(slimEvent(parseEvent(line))) : line.text,
  );
}
