import { MAX_DOCUMENT_LEVELS } from './json-limits';
import { isWide, memoryOf, QUOTES, textBytes, textMemory } from './measure-text';
import { LARGE_MEMORY, type Measure, measured } from './measured';
import type { Pausing } from './pausing';

/**
 * Measures a value without serialising it; parts that are not JSON count as null. One that is nested more than
 * `MAX_DOCUMENT_LEVELS` levels has a depth of Infinity.
 * @param limit bytes after which measuring stops: the result is then above the limit and below the actual size
 */
export function measure(value: unknown, limit = Number.POSITIVE_INFINITY): Measure {
  if (typeof value === 'object' && value !== null) {
    const found = measured.get(value);
    if (found) return found;
  }
  const walk = new Walk(limit);
  return walk.result(walk.visit(value, 0));
}

/** Bytes of JSON text that are measured between two pauses, in about a quarter of a millisecond. */
const PART_BYTES = 32 * 1024;

/** Sizes of large texts, so that a text in several values is read once. */
export type TextSizes = Map<string, Pick<Measure, 'bytes' | 'memory'>>;

/**
 * `measure` with pauses. Afterwards `measure` has the results of large lists and objects cached.
 * @param texts sizes of texts of earlier values, to which those of this one are added
 */
export function* measuring(value: unknown, texts: TextSizes = new Map()): Pausing<Measure> {
  const start = measure(value, PART_BYTES);
  if (start.bytes <= PART_BYTES) return start;
  const walk = new Walk(Number.POSITIVE_INFINITY);
  return walk.result(yield* walk.visitInParts(value, 0, texts));
}

/** Memory of a list or object without its entries, and of each entry. Measured with V8, 64 bits. */
export const CONTAINER_MEMORY = 32;
export const ENTRY_MEMORY = 8;
/** Objects with more names than this are hash tables in V8, which do not share their names. */
const MANY_NAMES = 64;
const NAME_MEMORY = 40;

/** A smaller value is measured again each time: caching it would use more memory than the value. */
const MEMORABLE_BYTES = 512;

/** The state of the measurement before a list or object. */
interface Outer {
  readonly bytes: number;
  readonly memory: number;
  readonly isJson: boolean;
  readonly hasLarge: boolean;
}

/** One traversal of a value. */
class Walk {
  bytes = 0;
  memory = 0;
  isTooDeep = false;
  #hasLarge = false;
  #isJson = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The result. @param depth as returned by `visit` */
  result(depth: number): Measure {
    const { bytes, memory, isTooDeep } = this;
    return { bytes, memory, depth: isTooDeep ? Number.POSITIVE_INFINITY : depth, hasLarge: this.#hasLarge };
  }

  get #isOver(): boolean {
    return this.isTooDeep || this.bytes > this.#limit;
  }

  /** Adds a value. @param level lists and objects around it @returns its depth */
  visit(value: unknown, level: number): number {
    if (isContainer(value)) return this.#container(value, level);
    if (typeof value === 'string') {
      // Over the limit with any encoding of its characters.
      const isOver = this.bytes + value.length > this.#limit;
      this.bytes += isOver ? value.length + QUOTES : textBytes(value);
      this.#addMemory(textMemory(value));
    } else if (typeof value === 'number') {
      this.bytes += numberBytes(value);
      if (!Number.isFinite(value)) this.#isJson = false;
    } else this.#constant(value);
    return 0;
  }

  /** Adds true, false, null, or a value that is not JSON. */
  #constant(value: unknown): void {
    this.bytes += value === false ? 5 : 4;
    if (typeof value !== 'boolean' && value !== null) this.#isJson = false;
  }

  /** `visit` of a large value, with pauses. */
  *visitInParts(value: unknown, level: number, texts: TextSizes): Pausing<number> {
    if (typeof value === 'string') yield* this.#text(value, texts);
    if (!isContainer(value)) return typeof value === 'string' ? 0 : this.visit(value, level);
    const found = measured.get(value);
    if (found) return this.#again(found, level);
    if (level >= MAX_DOCUMENT_LEVELS) this.isTooDeep = true;
    const outer = this.#begin();
    const inner = yield* this.#entriesInParts(value, level, texts);
    return this.isTooDeep ? inner + 1 : this.#end(value, outer, inner + 1);
  }

  *#entriesInParts(value: Container, level: number, texts: TextSizes): Pausing<number> {
    const entries = isList(value) ? value : this.#values(value);
    this.bytes += Math.max(0, entries.length - 1);
    this.memory += entries.length * ENTRY_MEMORY;
    let inner = 0;
    let pauseAt = this.bytes + PART_BYTES;
    for (const entry of entries) {
      if (this.isTooDeep) break;
      const part = this.#part(entry, level + 1);
      inner = Math.max(inner, part ?? (yield* this.visitInParts(entry, level + 1, texts)));
      if (this.bytes < pauseAt) continue;
      yield;
      pauseAt = this.bytes + PART_BYTES;
    }
    return inner;
  }

  *#text(text: string, texts: TextSizes): Pausing<void> {
    let size = texts.get(text);
    if (size === undefined) {
      let bytes = QUOTES;
      let wide = false;
      for (let at = 0; at < text.length; at += PART_BYTES) {
        const part = text.slice(at, at + PART_BYTES);
        bytes += textBytes(part) - QUOTES;
        wide ||= isWide(part);
        yield;
      }
      size = { bytes, memory: memoryOf(text.length, wide) };
      texts.set(text, size);
    }
    this.bytes += size.bytes;
    this.#addMemory(size.memory);
  }

  /** Visits an entry unless it is large. @returns its depth; undefined when it is large */
  #part(value: unknown, level: number): number | undefined {
    if (typeof value !== 'string' && !isContainer(value)) return this.visit(value, level);
    const walk = new Walk(PART_BYTES);
    const depth = walk.visit(value, level);
    if (walk.bytes > PART_BYTES && !(isContainer(value) && measured.has(value))) return undefined;
    this.bytes += walk.bytes;
    this.#addMemory(walk.memory);
    this.isTooDeep ||= walk.isTooDeep;
    this.#isJson &&= walk.#isJson;
    return depth;
  }

  #container(value: Container, level: number): number {
    const found = measured.get(value);
    if (found) return this.#again(found, level);
    if (level >= MAX_DOCUMENT_LEVELS) this.isTooDeep = true;
    if (this.#isOver) return 0;
    const outer = this.#begin();
    const inner = isList(value) ? this.#items(value, level) : this.#entries(value, level);
    return this.#end(value, outer, inner + 1);
  }

  /** Begins a list or object. @returns the state before it */
  #begin(): Outer {
    const outer = {
      bytes: this.bytes,
      memory: this.memory,
      isJson: this.#isJson,
      hasLarge: this.#hasLarge,
    };
    this.#isJson = true;
    this.#hasLarge = false;
    this.bytes += 2;
    this.memory += CONTAINER_MEMORY;
    return outer;
  }

  #end(value: Container, outer: Outer, depth: number): number {
    const bytes = this.bytes - outer.bytes;
    const memory = this.memory - outer.memory;
    if (this.#isJson && !this.#isOver && bytes >= MEMORABLE_BYTES) {
      measured.set(value, { bytes, memory, depth, hasLarge: this.#hasLarge });
    }
    this.#isJson &&= outer.isJson;
    this.#hasLarge ||= outer.hasLarge || memory >= LARGE_MEMORY;
    return depth;
  }

  /** Adds the size of a whole value. */
  #addMemory(memory: number): void {
    this.memory += memory;
    this.#hasLarge ||= memory >= LARGE_MEMORY;
  }

  #again(found: Measure, level: number): number {
    this.bytes += found.bytes;
    this.#addMemory(found.memory);
    if (level + found.depth > MAX_DOCUMENT_LEVELS) this.isTooDeep = true;
    return found.depth;
  }

  #items(list: readonly unknown[], level: number): number {
    let deepest = 0;
    this.bytes += Math.max(0, list.length - 1);
    this.memory += list.length * ENTRY_MEMORY;
    for (const item of list) {
      deepest = Math.max(deepest, this.visit(item, level + 1));
      if (this.#isOver) break;
    }
    return deepest;
  }

  #entries(object: Readonly<Record<string, unknown>>, level: number): number {
    if (!isPlain(object)) this.#isJson = false;
    const names = Object.keys(object);
    let deepest = 0;
    this.bytes += Math.max(0, names.length - 1);
    this.memory += names.length * ENTRY_MEMORY;
    for (const name of names) {
      this.#name(name, names.length);
      deepest = Math.max(deepest, this.visit(object[name], level + 1));
      if (this.#isOver) break;
    }
    return deepest;
  }

  /** The values of an object, whose names are measured here. */
  #values(object: Readonly<Record<string, unknown>>): unknown[] {
    if (!isPlain(object)) this.#isJson = false;
    const names = Object.keys(object);
    for (const name of names) this.#name(name, names.length);
    return names.map((name) => object[name]);
  }

  #name(name: string, names: number): void {
    this.bytes += textBytes(name) + 1;
    if (names > MANY_NAMES) this.memory += NAME_MEMORY + name.length;
  }
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whole numbers up to this many digits are counted without formatting them. */
const SHORT = 1e6;

function numberBytes(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= SHORT) return String(value).length;
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits += 1;
  return digits;
}
