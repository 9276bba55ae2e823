import { type Json, measure, type Pausing } from '@/engine';
import { textParts } from './text-parts';

/** Serialised between two pauses, in bytes of JSON text: about a millisecond. */
const PART_BYTES = 32 * 1024;

/**
 * The text of `JSON.stringify` in UTF-8, in parts, with a pause after each part of a large value. A list or object
 * that occurs several times in the value is serialised once. Bytes, because they are outside the heap of JavaScript:
 * as text, large values would fill it and make full garbage collections more frequent.
 */
export function* jsonBytes(value: Json, partBytes = PART_BYTES): Pausing<readonly Uint8Array[]> {
  const writer = new Writer(partBytes);
  yield* writer.write(value);
  return writer.end();
}

class Writer {
  readonly #parts: Uint8Array[] = [];
  /** Text that follows the parts. */
  #text = '';
  readonly #partBytes: number;
  /** Positions in the parts of large lists and objects that were already serialised. */
  readonly #written = new Map<object, { readonly from: number; readonly to: number }>();

  constructor(partBytes: number) {
    this.#partBytes = partBytes;
  }

  *write(value: Json): Pausing<void> {
    if (!this.#isLarge(value)) {
      this.#append(JSON.stringify(value));
      return;
    }
    if (typeof value === 'string') {
      yield* this.#string(value);
      return;
    }
    this.#encode();
    const known = this.#written.get(value);
    if (known) {
      for (const part of this.#parts.slice(known.from, known.to)) this.#parts.push(part);
      return;
    }
    const from = this.#parts.length;
    if (Array.isArray(value)) yield* this.#list(value);
    else yield* this.#object(Object.entries(value), measure(value).bytes);
    this.#encode();
    this.#written.set(value, { from, to: this.#parts.length });
  }

  end(): readonly Uint8Array[] {
    this.#encode();
    return this.#parts;
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#text.length >= this.#partBytes) this.#encode();
  }

  #encode(): void {
    if (this.#text !== '') this.#parts.push(Buffer.from(this.#text));
    this.#text = '';
  }

  *#string(text: string): Pausing<void> {
    this.#append('"');
    for (const part of textParts(text, this.#partBytes)) {
      this.#append(JSON.stringify(part).slice(1, -1));
      yield;
    }
    this.#append('"');
  }

  *#list(entries: readonly Json[]): Pausing<void> {
    let separator = '[';
    for (const batch of this.#batches(entries, measure(entries).bytes)) {
      if (batch.some((entry) => this.#isLarge(entry))) {
        for (const entry of batch) {
          this.#append(separator);
          separator = ',';
          yield* this.write(entry);
        }
      } else {
        this.#append(separator + JSON.stringify(batch).slice(1, -1));
        separator = ',';
      }
      yield;
    }
    this.#append(separator === '[' ? '[]' : ']');
  }

  *#object(entries: readonly [string, Json][], bytes: number): Pausing<void> {
    let separator = '{';
    for (const batch of this.#batches(entries, bytes)) {
      if (batch.some(([, entry]) => this.#isLarge(entry))) {
        for (const [key, entry] of batch) {
          this.#append(`${separator}${JSON.stringify(key)}:`);
          separator = ',';
          yield* this.write(entry);
        }
      } else {
        this.#append(separator + JSON.stringify(Object.fromEntries(batch)).slice(1, -1));
        separator = ',';
      }
      yield;
    }
    this.#append(separator === '{' ? '{}' : '}');
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
