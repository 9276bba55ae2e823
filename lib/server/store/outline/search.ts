import type { Json } from '@/engine';
import type { Reader } from './byte-source';
import { type Outline, type OutlineNode, type Segment, segmentsOf } from './outline';
import { entriesIn, type Name, nameOfLarge, parseSegment } from './read-segment';

/** A place in a value that contains the searched text in its key or its scalar. */
export interface Hit {
  /** Positions of the entries that lead to it. */
  readonly at: readonly number[];
  /** Their names. */
  readonly path: readonly Name[];
}

export interface SearchRequest {
  readonly reader: Reader;
  readonly outline: Outline;
  readonly text: string;
  /** Byte from which the search continues. */
  readonly from: number;
  /** Bytes that are searched, and hits after which the search stops. */
  readonly maxBytes: number;
  readonly maxHits: number;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** Byte from which the next search continues; null after the end of the value. */
  readonly next: number | null;
}

/** Searches a part of a value, ignoring case. */
export async function searchOutline(request: SearchRequest): Promise<SearchResult> {
  const search = new Search(request);
  const root = request.outline.nodes.at(-1);
  if (!root) return { hits: [], next: null };
  await search.node(root, { at: [], path: [] });
  return { hits: search.hits, next: search.next };
}

/** Pieces in which a large text is searched, in bytes. */
const PIECE = 256 * 1024;

class Search {
  readonly hits: Hit[] = [];
  /** Where the search stopped; null while it continues. */
  next: number | null = null;
  readonly #request: SearchRequest;
  readonly #wanted: string;
  /** As the text is written in JSON. */
  readonly #written: string;
  #searched = 0;

  constructor(request: SearchRequest) {
    this.#request = request;
    this.#wanted = request.text.toLowerCase();
    this.#written = JSON.stringify(request.text).slice(1, -1).toLowerCase();
  }

  /** Segments are whole: a search stops and continues between two. */
  async node(node: OutlineNode, place: Hit): Promise<void> {
    for (const segment of segmentsOf(node)) {
      if (segment.end <= this.#request.from) continue;
      if (this.#stopAt(segment.start)) return;
      if (segment.large) await this.#large(node, segment, place);
      else await this.#small(node, segment, place);
      if (this.next !== null) return;
    }
  }

  #stopAt(start: number): boolean {
    const { maxBytes, maxHits, from } = this.#request;
    const isFull = this.hits.length >= maxHits || this.#searched >= maxBytes;
    if (isFull) this.next = Math.max(start, from);
    return isFull;
  }

  async #large(parent: OutlineNode, segment: Segment, place: Hit): Promise<void> {
    const { reader, outline, from } = this.#request;
    const name = await nameOfLarge(reader, parent, segment);
    const own: Hit = { at: [...place.at, segment.first], path: [...place.path, name] };
    const node = outline.nodes[segment.large?.node ?? -1];
    // Where a search continues inside of an entry, its key was searched before.
    const isNew = segment.start >= from;
    const isNamed = isNew && typeof name === 'string' && name.toLowerCase().includes(this.#wanted);
    if (node) {
      if (isNamed) this.hits.push(own);
      await this.node(node, own);
      return;
    }
    const isFound = isNamed || (await this.#textHas(segment));
    this.#searched += segment.end - segment.start;
    if (isFound) this.hits.push(own);
  }

  async #textHas({ start, end }: Segment): Promise<boolean> {
    // Pieces overlap, so that what lies across their ends is found.
    const overlap = 4 * this.#written.length;
    for (let at = start; at < end; at += PIECE) {
      const text = await this.#request.reader.text(at, Math.min(end, at + PIECE + overlap));
      if (text.toLowerCase().includes(this.#written)) return true;
    }
    return false;
  }

  async #small(node: OutlineNode, { first, start, end }: Segment, place: Hit): Promise<void> {
    const text = await this.#request.reader.text(start, end);
    this.#searched += end - start;
    // Positions of a list are not in its text, and are not searched.
    if (!text.toLowerCase().includes(this.#written)) return;
    for (const [index, [name, value]] of parseSegment(text, node.kind, first).entries()) {
      this.#value({ name, value }, { at: [...place.at, first + index], path: [...place.path, name] });
    }
  }

  #value({ name, value }: { name: Name; value: Json }, own: Hit): void {
    if (this.#matches(name, value)) this.hits.push(own);
    for (const [index, [key, entry]] of entriesIn(value).entries()) {
      this.#value({ name: key, value: entry }, { at: [...own.at, index], path: [...own.path, key] });
    }
  }

  #matches(name: Name, value: Json): boolean {
    if (typeof name === 'string' && name.toLowerCase().includes(this.#wanted)) return true;
    if (typeof value === 'object' && value !== null) return false;
    return String(value).toLowerCase().includes(this.#wanted);
  }
}
