import { MAX_DOCUMENT_LEVELS } from './json-limits';
import { type Measure, measured } from './measured';

/**
 * Measures a value without writing it out; what is not JSON counts as null. One that is nested more than `MAX_DOCUMENT_LEVELS`
 * levels has a depth of Infinity.
 * @param limit bytes after which it is not measured to the end: the answer is more than the limit, and less than the truth
 */
export function measure(value: unknown, limit = Number.POSITIVE_INFINITY): Measure {
  if (typeof value === 'object' && value !== null) {
    const found = measured.get(value);
    if (found) return found;
  }
  const walk = new Walk(limit);
  const depth = walk.visit(value, 0);
  return { bytes: walk.bytes, memory: walk.memory, depth: walk.isTooDeep ? Number.POSITIVE_INFINITY : depth };
}

/** What a list or object takes besides its entries, and each of its entries. Measured with V8, 64 bits. */
const CONTAINER_MEMORY = 32;
const ENTRY_MEMORY = 8;
/** A text that is no single character. */
const TEXT_MEMORY = 20;
/** Objects with more names than this are hash tables, with their names to themselves. */
const MANY_NAMES = 64;
const NAME_MEMORY = 40;

/** A smaller value is measured again each time: remembering it would take more than itself. */
const MEMORABLE_BYTES = 512;

/** One way through a value. */
class Walk {
  bytes = 0;
  memory = 0;
  isTooDeep = false;
  #isJson = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get #isOver(): boolean {
    return this.isTooDeep || this.bytes > this.#limit;
  }

  /** Adds a value. @param level lists and objects around it @returns its depth */
  visit(value: unknown, level: number): number {
    if (isContainer(value)) return this.#container(value, level);
    if (typeof value === 'string') {
      this.bytes += textBytes(value);
      this.memory += value.length > 1 ? TEXT_MEMORY + value.length : 0;
    } else if (typeof value === 'number') {
      this.bytes += numberBytes(value);
      if (!Number.isFinite(value)) this.#isJson = false;
    } else {
      this.bytes += value === false ? 5 : 4;
      if (typeof value !== 'boolean' && value !== null) this.#isJson = false;
    }
    return 0;
  }

  #container(value: Container, level: number): number {
    const found = measured.get(value);
    if (found) return this.#again(found, level);
    if (level >= MAX_DOCUMENT_LEVELS) this.isTooDeep = true;
    if (this.#isOver) return 0;
    const { bytes, memory } = this;
    const wasJson = this.#isJson;
    this.#isJson = true;
    this.bytes += 2;
    this.memory += CONTAINER_MEMORY;
    const inner = isList(value) ? this.#items(value, level) : this.#entries(value, level);
    const depth = inner + 1;
    if (this.#isJson && !this.#isOver && this.bytes - bytes >= MEMORABLE_BYTES) {
      measured.set(value, { bytes: this.bytes - bytes, memory: this.memory - memory, depth });
    }
    this.#isJson &&= wasJson;
    return depth;
  }

  #again(found: Measure, level: number): number {
    this.bytes += found.bytes;
    this.memory += found.memory;
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
      this.bytes += textBytes(name) + 1;
      if (names.length > MANY_NAMES) this.memory += NAME_MEMORY + name.length;
      deepest = Math.max(deepest, this.visit(object[name], level + 1));
      if (this.#isOver) break;
    }
    return deepest;
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

/** Whole numbers up to this many digits are counted without writing them. */
const SHORT = 1e6;

function numberBytes(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= SHORT) return String(value).length;
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits += 1;
  return digits;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters with an escape of two: backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** A character that takes more than one byte. Looked for first in longer texts: most of them have none. */
const LONGER = /[^ !#-[\]-\u007f]/;
const LONG_TEXT = 64;

/** Bytes of a text in quotes, escapes included. */
function textBytes(text: string): number {
  let bytes = text.length + 2;
  if (text.length >= LONG_TEXT && !LONGER.test(text)) return bytes;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) bytes += moreBytes(code);
    else if (code < SPACE) bytes += SHORT_ESCAPES.has(code) ? 1 : 5;
    else if (code === QUOTE || code === BACKSLASH) bytes += 1;
  }
  return bytes;
}

/** Bytes of a UTF-16 code unit in UTF-8, after the first. Half of a pair is two of four. */
function moreBytes(code: number): number {
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
}
