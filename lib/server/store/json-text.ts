import type { Json } from '@/engine/json';
import { measure } from '@/engine/measure';
import type { Pausing } from '@/engine/pausing';
import { textParts } from './text-parts';

/** What is written out in one go, in bytes of JSON text: a millisecond or two. */
const PART_BYTES = 256 * 1024;

/**
 * The text that `JSON.stringify` gives, with a pause after each part of a large value. A list or object that stands in
 * the value several times is written out once.
 */
export function jsonText(value: Json, partBytes = PART_BYTES): Pausing<string> {
  return new Writer(partBytes).write(value);
}

class Writer {
  readonly #partBytes: number;
  readonly #written = new Map<object, string>();

  constructor(partBytes: number) {
    this.#partBytes = partBytes;
  }

  *write(value: Json): Pausing<string> {
    if (typeof value === 'string' && value.length > this.#partBytes) return yield* this.#text(value);
    if (typeof value !== 'object' || value === null || !this.#isLarge(value)) return JSON.stringify(value);
    const known = this.#written.get(value);
    if (known !== undefined) return known;
    const text = Array.isArray(value)
      ? `[${yield* this.#list(value)}]`
      : `{${yield* this.#object(Object.entries(value), measure(value).bytes)}}`;
    this.#written.set(value, text);
    return text;
  }

  *#text(text: string): Pausing<string> {
    const written: string[] = [];
    for (const part of textParts(text, this.#partBytes)) {
      written.push(JSON.stringify(part).slice(1, -1));
      yield;
    }
    return `"${written.join('')}"`;
  }

  *#list(entries: readonly Json[]): Pausing<string> {
    const parts: string[] = [];
    for (const batch of this.#batches(entries, measure(entries).bytes)) {
      if (batch.some((entry) => this.#isLarge(entry))) {
        for (const entry of batch) parts.push(yield* this.write(entry));
      } else {
        parts.push(JSON.stringify(batch).slice(1, -1));
      }
      yield;
    }
    return parts.join(',');
  }

  *#object(entries: readonly [string, Json][], bytes: number): Pausing<string> {
    const parts: string[] = [];
    for (const batch of this.#batches(entries, bytes)) {
      if (batch.some(([, entry]) => this.#isLarge(entry))) {
        for (const [key, entry] of batch) parts.push(`${JSON.stringify(key)}:${yield* this.write(entry)}`);
      } else {
        parts.push(JSON.stringify(Object.fromEntries(batch)).slice(1, -1));
      }
      yield;
    }
    return parts.join(',');
  }

  /** Entries in their order, about a part in each batch. */
  *#batches<T>(entries: readonly T[], bytes: number): Generator<readonly T[]> {
    const size = Math.max(1, Math.floor((this.#partBytes * entries.length) / bytes));
    for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size);
  }

  #isLarge(value: Json): boolean {
    if (typeof value === 'string') return value.length > this.#partBytes;
    return typeof value === 'object' && value !== null && measure(value).bytes > this.#partBytes;
  }
}
