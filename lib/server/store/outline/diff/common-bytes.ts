import type { ByteSource } from '../byte-source';

/** A part of a stored text. */
export interface TextRange {
  readonly source: ByteSource;
  readonly start: number;
  readonly end: number;
}

/** Bytes that are compared at once: few at first, since most parts that are compared differ early. */
const FIRST_WINDOW = 16 * 1024;
const WINDOW = 1024 * 1024;

/** Number of equal bytes at the beginning of two parts. @param most where to stop */
export async function commonPrefix(left: TextRange, right: TextRange, most: number): Promise<number> {
  for (const [from, to] of windows(most)) {
    const [a, b] = await both(left, right, ({ start }) => [start + from, start + to]);
    if (Buffer.compare(a, b) !== 0) return from + firstDifference(a, b);
  }
  return most;
}

/** Number of equal bytes at the end of two parts. @param most where to stop */
export async function commonSuffix(left: TextRange, right: TextRange, most: number): Promise<number> {
  for (const [from, to] of windows(most)) {
    const [a, b] = await both(left, right, ({ end }) => [end - to, end - from]);
    if (Buffer.compare(a, b) !== 0) return from + equalAtEnd(a, b);
  }
  return most;
}

function* windows(most: number): Generator<[from: number, to: number]> {
  let size = FIRST_WINDOW;
  for (let from = 0; from < most; ) {
    const to = Math.min(most, from + size);
    yield [from, to];
    from = to;
    size = Math.min(WINDOW, 2 * size);
  }
}

async function both(
  left: TextRange,
  right: TextRange,
  rangeOf: (part: TextRange) => [from: number, to: number],
): Promise<[Uint8Array, Uint8Array]> {
  return Promise.all([left.source.read(...rangeOf(left)), right.source.read(...rangeOf(right))]);
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function equalAtEnd(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  while (count < a.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}
