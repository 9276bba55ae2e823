import type { Json } from '@/engine';
import type { Reader } from './byte-source';
import { type Outline, type OutlineNode, type Segment, segmentsOf } from './outline';
import { entriesIn, jsonOf, type Name, nameOfLarge, readSegment } from './read-segment';
import { STRIDE } from './scan';

/** A part of a value: large ones by where they are, others as they are. */
export type Part =
  | { readonly kind: 'node'; readonly node: OutlineNode }
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'value'; readonly value: Json };

/** An entry of a part. */
export interface PartEntry {
  readonly name: Name;
  readonly part: Part;
}

/** The whole value. */
export async function rootOf(reader: Reader, { nodes }: Outline): Promise<Part> {
  const node = nodes.at(-1);
  if (node) return { kind: 'node', node };
  if (reader.bytes >= STRIDE) return { kind: 'text', start: 0, end: reader.bytes };
  return { kind: 'value', value: jsonOf<Json>(await reader.text(0, reader.bytes)) };
}

/** A part by the positions of the entries that lead to it; undefined when there is none. */
export async function locate(
  reader: Reader,
  outline: Outline,
  at: readonly number[],
): Promise<Part | undefined> {
  let part: Part | undefined = await rootOf(reader, outline);
  for (const position of at) {
    if (!part) return undefined;
    const [entry]: PartEntry[] = await entriesOf(reader, outline, part, { from: position, limit: 1 });
    part = entry?.part;
  }
  return part;
}

/** Number of entries of a part. */
export function countOf(part: Part): number {
  if (part.kind === 'node') return part.node.count;
  return part.kind === 'value' ? allEntries(part.value).length : 0;
}

/** Some entries of a part, in order. */
export async function entriesOf(
  reader: Reader,
  outline: Outline,
  part: Part,
  { from, limit }: { from: number; limit: number },
): Promise<PartEntry[]> {
  if (part.kind === 'text') return [];
  if (part.kind === 'value') return allEntries(part.value).slice(from, from + limit);
  const to = Math.min(from + limit, part.node.count);
  const found: PartEntry[] = [];
  for (const segment of segmentsOf(part.node)) {
    if (segment.first >= to) break;
    if (segment.first + segment.count <= from) continue;
    const entries = await segmentEntries(reader, outline, part.node, segment);
    found.push(...entries.slice(Math.max(0, from - segment.first), to - segment.first));
  }
  return found;
}

/** All entries of a segment. */
export async function segmentEntries(
  reader: Reader,
  { nodes }: Outline,
  parent: OutlineNode,
  segment: Segment,
): Promise<PartEntry[]> {
  if (segment.large) {
    const node = nodes[segment.large.node];
    const part: Part = node
      ? { kind: 'node', node }
      : { kind: 'text', start: segment.large.start, end: segment.end };
    return [{ name: await nameOfLarge(reader, parent, segment), part }];
  }
  return (await readSegment(reader, parent, segment)).map(([name, value]) => ({
    name,
    part: { kind: 'value', value },
  }));
}

function allEntries(value: Json): PartEntry[] {
  return entriesIn(value).map(([name, entry]) => ({ name, part: { kind: 'value', value: entry } }));
}
