import type { ByteSource } from '../byte-source';
import { type OutlineNode, type Segment, segmentsOf } from '../outline';
import type { TextRange } from './common-bytes';
import { scanEntries } from './scan-entries';

/** A stored JSON text with its outline. */
export interface StoredText {
  readonly source: ByteSource;
  /** The large lists and objects by where they begin. */
  readonly nodes: ReadonlyMap<number, OutlineNode>;
}

/** A list or object in a stored text. */
export interface Container extends TextRange {
  readonly kind: OutlineNode['kind'];
  /** Number of its entries; undefined for a small one, which has no outline. */
  readonly count: number | undefined;
  readonly segments: readonly Segment[];
}

/** Where something is in its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An entry: its text with its key, and where its value begins. */
export interface Entry extends Span {
  readonly valueStart: number;
}

/** The list or object in a part of a text. */
export function containerOf(
  { source, nodes }: StoredText,
  { kind, start, end }: Pick<Container, 'kind' | 'start' | 'end'>,
): Container {
  const node = nodes.get(start);
  const segments = node ? segmentsOf(node) : wholeOf(start, end);
  return { source, kind, start, end, count: node?.count, segments };
}

/** The entries of a small list or object as one segment. */
function wholeOf(start: number, end: number): Segment[] {
  const isEmpty = end - start === 2;
  return isEmpty ? [] : [{ first: 0, count: 0, start: start + 1, end: end - 1, large: undefined }];
}

/** An entry by its position, and where it begins. */
export interface EntryStart {
  readonly index: number;
  readonly start: number;
}

/** The last entry that begins at a byte of the text or before it. */
export async function entryAt(container: Container, byte: number): Promise<EntryStart> {
  const segment = container.segments.findLast(({ start }) => start <= byte);
  if (!segment) return { index: 0, start: container.start + 1 };
  if (segment.large) return { index: segment.first, start: segment.start };
  const { starts } = await scanEntries(container.source, segment.start, Math.min(byte, segment.end));
  return { index: segment.first + starts.length - 1, start: starts.at(-1) ?? segment.start };
}

/** Where the first entry begins that does so at a byte of the text or after it; undefined when there is none. */
export async function entryFrom(container: Container, byte: number): Promise<number | undefined> {
  const at = container.segments.findLastIndex(({ start }) => start <= byte);
  const segment = container.segments[at];
  if (segment && !segment.large) {
    const { starts } = await scanEntries(container.source, segment.start, segment.end);
    const found = starts.find((start) => start >= byte);
    if (found !== undefined) return found;
  } else if (segment?.start === byte) return byte;
  return container.segments[at + 1]?.start;
}

/** The entries in a part of a list or object that begins with an entry and ends after one. */
export async function entriesBetween(container: Container, part: Span): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const segment of container.segments) {
    const [start, end] = [Math.max(segment.start, part.start), Math.min(segment.end, part.end)];
    if (start >= end) continue;
    if (segment.large) found.push({ start, valueStart: segment.large.start, end });
    else await pushEntries(found, container, { start, end });
  }
  return found;
}

/** The first entries of a part that begins with an entry: those in the same segment, and at least one. */
export function entriesOfSegment(container: Container, { start, end }: Span): Promise<Entry[]> {
  const segment = container.segments.findLast((each) => each.start <= start);
  return entriesBetween(container, { start, end: Math.min(end, segment?.end ?? end) });
}

/** A number of entries of a part that begins with an entry, or fewer when it ends. */
export async function takeEntries(container: Container, part: Span, count: number): Promise<Entry[]> {
  const found: Entry[] = [];
  let { start } = part;
  while (found.length < count && start < part.end) {
    const more = await entriesOfSegment(container, { start, end: part.end });
    found.push(...more.slice(0, count - found.length));
    start = (more.at(-1)?.end ?? part.end) + 1;
  }
  return found;
}

async function pushEntries(found: Entry[], { source }: Container, { start, end }: Span): Promise<void> {
  const { starts, values } = await scanEntries(source, start, end);
  for (const [index, first] of starts.entries()) {
    const next = starts[index + 1];
    found.push({
      start: first,
      valueStart: values[index] ?? first,
      end: next === undefined ? end : next - 1,
    });
  }
}
