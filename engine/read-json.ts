import type { Json } from './json';
import { MAX_LEVELS, MAX_NAMES, tooDeep } from './json-limits';
import { CONTAINER_MEMORY, ENTRY_MEMORY } from './measure';
import { finish, type Pausing } from './pausing';
import { MAX_RUN_BYTES, megabytes } from './value-limits';

/** The result of reading JSON: a value, or why there is none. */
export type ReadJson =
  | { readonly value: Json }
  | { readonly problem: LimitProblem | 'not JSON' | 'number too large' };

/** The result of scanning a text before it is parsed. */
type LimitProblem = 'too deep' | 'too many names' | 'too much memory';

/** The problem of JSON that cannot be read, as the end of a sentence that begins with its name. */
export function jsonProblem(
  problem: Exclude<ReadJson, { value: Json }>['problem'],
  maxLevels = MAX_LEVELS,
): string {
  switch (problem) {
    case 'not JSON':
      return 'is not JSON';
    case 'too deep':
      return tooDeep(maxLevels);
    case 'too many names':
      return `has more than ${MAX_NAMES.toLocaleString('en')} different names`;
    case 'too much memory':
      return `would take more than ${megabytes(MAX_RUN_BYTES)} of memory`;
    case 'number too large':
      return 'contains a number that is too large, such as 1e999';
  }
}

/**
 * Reads JSON from outside. A value that would use too much memory is refused before it is parsed.
 * @param maxLevels deepest accepted nesting
 */
export function readJson(text: string, maxLevels = MAX_LEVELS): ReadJson {
  return finish(readingJson(text, maxLevels));
}

/** `readJson`, pausing during the scan and before parsing. */
export function* readingJson(text: string, maxLevels = MAX_LEVELS): Pausing<ReadJson> {
  const checked = yield* checkingJson(text, maxLevels);
  yield;
  return 'problem' in checked ? checked : checked.parse();
}

/** A text that may be parsed. */
export interface CheckedJson {
  /** Lower bound of the memory of the value, in bytes. */
  readonly memory: number;
  parse(): ReadJson;
}

/** Scans for values that would use too much memory, with pauses. */
export function* checkingJson(
  text: string,
  maxLevels = MAX_LEVELS,
): Pausing<CheckedJson | { readonly problem: LimitProblem }> {
  const { problem, memory, hasLong } = yield* scan(text, maxLevels);
  return problem === undefined ? { memory, parse: () => parse(text, hasLong) } : { problem };
}

function parse(text: string, hasLong: boolean): ReadJson {
  try {
    const value: Json = JSON.parse(text);
    return !hasLong || hasFiniteNumbers(value) ? { value } : { problem: 'number too large' };
  } catch {
    return { problem: 'not JSON' };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** A number with fewer digits, or with a shorter exponent, is finite. */
const LONG = 200;
const LONG_EXPONENT = 3;

/** Characters between two pauses. */
const PART = 500_000;

/** Scans the text once; for invalid JSON the result is arbitrary. */
function* scan(text: string, maxLevels: number): Pausing<Scanner> {
  const scanner = new Scanner(text, maxLevels);
  let pauseAt = PART;
  for (let at = 0; at < text.length; at = scanner.next(at)) {
    if (scanner.problem) break;
    if (at < pauseAt) continue;
    pauseAt = at + PART;
    yield;
  }
  return scanner;
}

class Scanner {
  /** The exceeded limit, if any. */
  problem: LimitProblem | undefined;
  /** Lower bound of the memory of its lists, objects and entries, in bytes. */
  memory = 0;
  /** Whether a number in it may not be finite. */
  hasLong = false;
  readonly #text: string;
  readonly #maxLevels: number;
  readonly #names = new Set<string>();
  #level = 0;

  constructor(text: string, maxLevels: number) {
    this.#text = text;
    this.#maxLevels = maxLevels;
  }

  /** Reads the token at a position. @returns the position after it */
  next(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code === QUOTE) return this.#string(at);
    if (isDigit(code)) return this.#number(at);
    if (code === COMMA) this.#take(ENTRY_MEMORY);
    else if (isClosing(code)) this.#level--;
    else if (isOpening(code)) this.#open();
    return at + 1;
  }

  #open(): void {
    this.#take(CONTAINER_MEMORY);
    this.#level++;
    if (this.#level > this.#maxLevels) this.problem = 'too deep';
  }

  #take(bytes: number): void {
    this.memory += bytes;
    if (this.memory > MAX_RUN_BYTES) this.problem ??= 'too much memory';
  }

  #string(at: number): number {
    const end = endOfString(this.#text, at + 1);
    if (isName(this.#text, end + 1) && this.#names.add(this.#text.slice(at + 1, end)).size > MAX_NAMES) {
      this.problem = 'too many names';
    }
    return end + 1;
  }

  #number(at: number): number {
    const end = endOfNumber(this.#text, at);
    this.hasLong ||= isLong(this.#text, at, end);
    return end;
  }
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

/** Whether the string that ended before this place is a name: a colon follows. */
function isName(text: string, after: number): boolean {
  let at = after;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

/** Position of the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes >= start) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Characters of a number after its first digit: digits, point, signs and the e of an exponent. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

function isLong(text: string, start: number, end: number): boolean {
  if (end - start >= LONG) return true;
  // Few numbers have an exponent; the rest need no copy.
  if (end - start <= LONG_EXPONENT) return false;
  const exponent = /[eE]\+?(\d+)/.exec(text.slice(start, end))?.[1];
  return exponent !== undefined && exponent.length >= LONG_EXPONENT;
}

function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}
