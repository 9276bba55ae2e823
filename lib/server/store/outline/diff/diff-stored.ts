import {
  areMatched,
  type DiffPath,
  diffJson,
  gapsBetween,
  type Json,
  type JsonChange,
  MAX_CHANGES,
} from '@/engine';
import { sourceOfText } from '../byte-source';
import { commonPrefix, commonSuffix } from './common-bytes';
import {
  type Container,
  type Entry,
  entriesBetween,
  entriesOfSegment,
  entryAt,
  entryFrom,
  type Span,
  type StoredText,
  takeEntries,
} from './container';
import { Side, sizeOf } from './side';

/** A part of a difference: as it is, or its size in bytes of JSON when it is large. */
export type StoredSide = { readonly value: Json } | { readonly bytes: number };

/** One difference, as `JsonChange`. */
export interface StoredChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly path: DiffPath;
  /** Undefined when the part was added. */
  readonly left: StoredSide | undefined;
  /** Undefined when the part was removed. */
  readonly right: StoredSide | undefined;
}

/** The differences of two stored values, as `JsonDiff`. */
export interface StoredDiff {
  readonly changes: readonly StoredChange[];
  readonly total: number;
}

/** Two parts that have at most as many bytes together are parsed; of larger ones the entries that differ are found first. */
const PARSED_BYTES = 1_000_000;

/** Largest part of a difference that is returned as it is, in bytes. */
const SHOWN_BYTES = 64 * 1024;

/**
 * Compares two stored values as `diffJson` does, without loading them: bytes that are equal at both ends are skipped with the
 * help of the outlines, and only what is between them is read. Memory grows with the number of entries between them,
 * except in long lists with as many items, which are compared by position.
 * @param left undefined when there is only the right one, which is then an added part
 */
export async function diffStored(
  left: StoredText | undefined,
  right: StoredText | undefined,
  parsedBytes = PARSED_BYTES,
): Promise<StoredDiff> {
  const comparison = new Comparison(sideOf(left), sideOf(right), parsedBytes);
  const [before, after] = [wholeOf(left), wholeOf(right)];
  if (before && after) await comparison.compare(before, after, []);
  else if (before) await comparison.report('removed', [], before, undefined);
  else if (after) await comparison.report('added', [], undefined, after);
  return comparison;
}

/** A difference of values in memory. */
export function storedChange(change: JsonChange): StoredChange {
  const { kind, path } = change;
  return {
    ...{ kind, path },
    left: kind === 'added' ? undefined : { value: change.left },
    right: kind === 'removed' ? undefined : { value: change.right },
  };
}

/** Numbers of bytes that are equal at both ends of two parts. */
interface EqualEnds {
  readonly prefix: number;
  readonly suffix: number;
}

class Comparison implements StoredDiff {
  readonly changes: StoredChange[] = [];
  total = 0;
  readonly #left: Side;
  readonly #right: Side;
  readonly #parsedBytes: number;

  constructor(left: Side, right: Side, parsedBytes: number) {
    this.#left = left;
    this.#right = right;
    this.#parsedBytes = parsedBytes;
  }

  /** @param known what was counted for the list or object around both */
  async compare(left: Span, right: Span, path: DiffPath, known?: EqualEnds): Promise<void> {
    if (sizeOf(left) + sizeOf(right) <= this.#parsedBytes) return this.#parsed(left, right, path);
    const ends = known ?? (await this.#equalEnds(left, right));
    if (ends.prefix === sizeOf(left) && ends.prefix === sizeOf(right)) return;
    const [before, after] = [await this.#left.container(left), await this.#right.container(right)];
    if (!before || before.kind !== after?.kind) await this.report('changed', path, left, right);
    else await this.#containers([before, after], ends, path);
  }

  async #parsed(left: Span, right: Span, path: DiffPath): Promise<void> {
    const [before, after] = [await this.#left.bytes(left), await this.#right.bytes(right)];
    if (Buffer.compare(before, after) === 0) return;
    const values = [await this.#left.json(left), await this.#right.json(right)] as const;
    const { changes, total } = diffJson(...values, MAX_CHANGES - this.changes.length);
    this.total += total;
    for (const change of changes) {
      this.changes.push({ ...storedChange(change), path: [...path, ...change.path] });
    }
  }

  async #equalEnds(left: Span, right: Span): Promise<EqualEnds> {
    const [before, after] = [this.#left.range(left), this.#right.range(right)];
    const shorter = Math.min(sizeOf(left), sizeOf(right));
    const prefix = await commonPrefix(before, after, shorter);
    return { prefix, suffix: await commonSuffix(before, after, shorter - prefix) };
  }

  async #containers(
    [left, right]: readonly [Container, Container],
    { prefix, suffix }: EqualEnds,
    path: DiffPath,
  ): Promise<void> {
    const first = await entryAt(left, left.start + prefix);
    // The comma before it is equal too.
    const next = await entryFrom(left, left.end - suffix + 1);
    // Equal bytes at the ends are equal entries on both sides.
    const start = first.start - left.start;
    const end = next === undefined ? 1 : left.end - next + 1;
    const between = [
      { start: left.start + start, end: left.end - end },
      { start: right.start + start, end: right.end - end },
    ] as const;
    if (left.kind === 'array' && this.#isLong(between[0]) && haveSameCount(left, right)) {
      await this.#walk([left, right], between, first.index, path);
      return;
    }
    const lefts = await entriesBetween(left, between[0]);
    const rights = await entriesBetween(right, between[1]);
    const ends = (value: Span) => ({
      prefix: left.start + prefix - value.start,
      suffix: value.end - (left.end - suffix),
    });
    const pair = { lefts, rights, ends: lefts.length === 1 && rights.length === 1 ? ends : undefined };
    if (left.kind === 'array') await this.#items(pair, path, first.index);
    else await this.#properties(pair, path);
  }

  /** Whether there may be too many entries to hold their places. */
  #isLong(part: Span): boolean {
    return sizeOf(part) > this.#parsedBytes;
  }

  /** The differences of two lists with as many items: equal bytes are skipped, and items are compared where they differ. */
  async #walk(
    [left, right]: readonly [Container, Container],
    [before, after]: readonly [Span, Span],
    first: number,
    path: DiffPath,
  ): Promise<void> {
    let [index, at, otherAt] = [first, before.start, after.start];
    while (at < before.end) {
      const rest = { start: at, end: before.end };
      const other = { start: otherAt, end: after.end };
      const most = Math.min(sizeOf(rest), sizeOf(other));
      const equal = await commonPrefix(this.#left.range(rest), this.#right.range(other), most);
      if (equal === sizeOf(rest) && equal === sizeOf(other)) return;
      const next = await entryAt(left, at + equal);
      [index, otherAt, at] = [next.index, otherAt + next.start - at, next.start];
      const lefts = await entriesOfSegment(left, { start: at, end: before.end });
      const rights = await takeEntries(right, { start: otherAt, end: after.end }, lefts.length);
      await this.#between([wholly(lefts, rights)], { lefts, rights, ends: undefined }, path, index);
      at = (lefts.at(-1)?.end ?? before.end) + 1;
      otherAt = (rights.at(-1)?.end ?? after.end) + 1;
    }
  }

  async #items(entries: Entries, path: DiffPath, first: number): Promise<void> {
    await this.#between(await this.#gaps(entries), entries, path, first);
  }

  /** The differences of the items in some ranges of two lists. */
  async #between(
    gaps: readonly Gap[],
    { lefts, rights, ends }: Entries,
    path: DiffPath,
    first: number,
  ): Promise<void> {
    for (const { left, right } of gaps) {
      const pairs = Math.min(left.to - left.from, right.to - right.from);
      for (let index = 0; index < pairs; index += 1) {
        const [before, after] = [lefts[left.from + index], rights[right.from + index]];
        if (before && after)
          await this.compare(before, after, [...path, first + right.from + index], ends?.(before));
      }
      for (let at = left.from + pairs; at < left.to; at += 1)
        await this.report('removed', [...path, first + at], lefts[at], undefined);
      for (let at = right.from + pairs; at < right.to; at += 1)
        await this.report('added', [...path, first + at], undefined, rights[at]);
    }
  }

  async #gaps({ lefts, rights }: Entries): Promise<Gap[]> {
    if (!areMatched(lefts.length, rights.length)) return [wholly(lefts, rights)];
    return gapsBetween(await this.#left.identities(lefts), await this.#right.identities(rights));
  }

  async #properties({ lefts, rights, ends }: Entries, path: DiffPath): Promise<void> {
    const [before, after] = [await this.#left.properties(lefts), await this.#right.properties(rights)];
    for (const [key, value] of before) {
      const other = after.get(key);
      if (other) await this.compare(value, other, [...path, key], ends?.(value));
      else await this.report('removed', [...path, key], value, undefined);
    }
    for (const [key, value] of after) {
      if (!before.has(key)) await this.report('added', [...path, key], undefined, value);
    }
  }

  async report(
    kind: StoredChange['kind'],
    path: DiffPath,
    left: Span | undefined,
    right: Span | undefined,
  ): Promise<void> {
    this.total += 1;
    if (this.changes.length >= MAX_CHANGES) return;
    this.changes.push({
      ...{ kind, path },
      left: left && (await shown(this.#left, left)),
      right: right && (await shown(this.#right, right)),
    });
  }
}

type Gap = ReturnType<typeof gapsBetween>[number];

/** Two lists whose items are compared by position. */
function wholly(lefts: readonly Entry[], rights: readonly Entry[]): Gap {
  return { left: { from: 0, to: lefts.length }, right: { from: 0, to: rights.length } };
}

function haveSameCount(left: Container, right: Container): boolean {
  return left.count !== undefined && left.count === right.count;
}

/** The entries of two lists or objects that are not equal at both ends. */
interface Entries {
  readonly lefts: readonly Entry[];
  readonly rights: readonly Entry[];
  /** What is equal at both ends of the value of the only entry of each; undefined when there are more. */
  readonly ends: ((value: Span) => EqualEnds) | undefined;
}

async function shown(side: Side, span: Span): Promise<StoredSide> {
  return sizeOf(span) <= SHOWN_BYTES ? { value: await side.json(span) } : { bytes: sizeOf(span) };
}

function wholeOf(text: StoredText | undefined): Span | undefined {
  return text && { start: 0, end: text.source.bytes };
}

function sideOf(text: StoredText | undefined): Side {
  return new Side(text ?? { source: sourceOfText(''), nodes: new Map() });
}
