import { type Json, measure, type Pausing } from '@/engine';
import { textParts } from './text-parts';

/** Serialised between two pauses, in bytes of JSON text: about a millisecond. */
const PART_BYTES = 32 * 1024;

/**
 * The text of `JSON.stringify`, in pieces, with a pause after each part of a large value. A list or object
 * that occurs several times in the value is serialised once.
 */
export function* jsonPieces(value: Json, partBytes = PART_BYTES): Pausing<readonly string[]> {
  const writer = new Writer(partBytes);
  yield* writer.write(value);
  return writer.pieces;
}

class Writer {
  /** The text so far. */
  readonly pieces: string[] = [];
  readonly #partBytes: number;
  /** Positions in `pieces` of large lists and objects that were already serialised. */
  readonly #written = new Map<object, { readonly from: number; readonly to: number }>();

  constructor(partBytes: number) {
    this.#partBytes = partBytes;
  }

  *write(value: Json): Pausing<void> {
    if (!this.#isLarge(value)) {
      this.pieces.push(JSON.stringify(value));
      return;
    }
    if (typeof value === 'string') {
      yield* this.#text(value);
      return;
    }
    const known = this.#written.get(value);
    if (known) {
      for (let at = known.from; at < known.to; at += 1) this.pieces.push(this.pieces[at] ?? '');
      return;
    }
    const from = this.pieces.length;
    if (Array.isArray(value)) yield* this.#list(value);
    else yield* this.#object(Object.entries(value), measure(value).bytes);
    this.#written.set(value, { from, to: this.pieces.length });
  }

  *#text(text: string): Pausing<void> {
    this.pieces.push('"');
    for (const part of textParts(text, this.#partBytes)) {
      this.pieces.push(JSON.stringify(part).slice(1, -1));
      yield;
    }
    this.pieces.push('"');
  }

  *#list(entries: readonly Json[]): Pausing<void> {
    let separator = '[';
    for (const batch of this.#batches(entries, measure(entries).bytes)) {
      if (batch.some((entry) => this.#isLarge(entry))) {
        for (const entry of batch) {
          this.pieces.push(separator);
          separator = ',';
          yield* this.write(entry);
        }
      } else {
        this.pieces.push(separator, JSON.stringify(batch).slice(1, -1));
        separator = ',';
      }
      yield;
    }
    this.pieces.push(separator === '[' ? '[]' : ']');
  }

  *#object(entries: readonly [string, Json][], bytes: number): Pausing<void> {
    let separator = '{';
    for (const batch of this.#batches(entries, bytes)) {
      if (batch.some(([, entry]) => this.#isLarge(entry))) {
        for (const [key, entry] of batch) {
          this.pieces.push(separator, JSON.stringify(key), ':');
          separator = ',';
          yield* this.write(entry);
        }
      } else {
        this.pieces.push(separator, JSON.stringify(Object.fromEntries(batch)).slice(1, -1));
        separator = ',';
      }
      yield;
    }
    this.pieces.push(separator === '{' ? '{}' : '}');
  }

  /** Entries in order, in batches of about one part. */
  *#batches<T>(entries: readonly T[], bytes: number): Generator<readonly T[]> {
    const size = Math.max(1, Math.floor((this.#partBytes * entries.length) / bytes));
    for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size);
  }

  #isLarge(value: Json): value is string | Json[] | { [key: string]: Json } {
    if (typeof value === 'string') return value.length > this.#partBytes;
    return typeof value === 'object' && value !== null && measure(value).bytes > this.#partBytes;
  }
}
