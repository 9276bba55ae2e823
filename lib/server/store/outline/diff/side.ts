import { createHash } from 'node:crypto';
import { canonicalText, type Json } from '@/engine';
import { Reader } from '../byte-source';
import { OPEN_LIST, OPEN_OBJECT } from '../json-bytes';
import { jsonOf } from '../read-segment';
import type { TextRange } from './common-bytes';
import { type Container, containerOf, type Entry, type Span, type StoredText } from './container';

const KINDS: ReadonlyMap<number | undefined, Container['kind']> = new Map([
  [OPEN_LIST, 'array'],
  [OPEN_OBJECT, 'object'],
]);

/** Largest value that is matched whatever the order of its keys, in bytes; larger ones by their bytes. */
const CANONICAL_BYTES = 64 * 1024;

export function sizeOf({ start, end }: Span): number {
  return end - start;
}

/** One of two stored texts that are compared. */
export class Side {
  readonly #text: StoredText;
  readonly #reader: Reader;

  constructor(text: StoredText) {
    this.#text = text;
    this.#reader = new Reader(text.source);
  }

  range({ start, end }: Span): TextRange {
    return { source: this.#text.source, start, end };
  }

  bytes({ start, end }: Span): Promise<Uint8Array> {
    return this.#reader.range(start, end);
  }

  async json(span: Span): Promise<Json> {
    return jsonOf<Json>(await this.#reader.text(span.start, span.end));
  }

  /** The list or object at a place; undefined for any other value. */
  async container({ start, end }: Span): Promise<Container | undefined> {
    const [byte] = await this.bytes({ start, end: start + 1 });
    const kind = KINDS.get(byte);
    return kind && containerOf(this.#text, { kind, start, end });
  }

  /** Texts of items: equal items have one text. */
  async identities(items: readonly Entry[]): Promise<string[]> {
    const texts: string[] = [];
    for (const item of items) {
      const isSmall = sizeOf(item) <= CANONICAL_BYTES;
      texts.push(isSmall ? canonicalText(await this.json(item)) : await this.#hash(item));
    }
    return texts;
  }

  /** The values of an object's entries by key. */
  async properties(entries: readonly Entry[]): Promise<Map<string, Span>> {
    const found = new Map<string, Span>();
    for (const { start, valueStart, end } of entries) {
      const key = await this.#reader.text(start, valueStart - 1);
      found.set(jsonOf<string>(key), { start: valueStart, end });
    }
    return found;
  }

  async #hash(span: Span): Promise<string> {
    return createHash('sha256')
      .update(await this.bytes(span))
      .digest('base64');
  }
}
