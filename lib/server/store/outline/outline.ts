import { z } from 'zod';

/** Numbers of a large entry: its position, where it begins with its key, where its value begins and ends, and its node. */
export const LARGE_NUMBERS = 5;

const offset = z.int().min(0);

const nodeSchema = z.object({
  kind: z.enum(['array', 'object']),
  /** Where its text begins and ends. */
  start: offset,
  end: offset,
  /** Number of its entries. */
  count: offset,
  /** Positions and beginnings of some entries, in pairs: reading begins there. */
  marks: z.array(offset),
  /** Its large entries, `LARGE_NUMBERS` each; the node of a text is -1. */
  large: z.array(z.int().min(-1)),
});

/** A large list or object in a JSON text. */
export type OutlineNode = z.infer<typeof nodeSchema>;

export const outlineSchema = z.object({
  /** In the order of their ends, so the last one is the whole value; none when the value is a text or another scalar. */
  nodes: z.array(nodeSchema),
});

/** Where the parts of a JSON text are, so that some of them can be read without the others. */
export type Outline = z.infer<typeof outlineSchema>;

/** Entries that are read together, or one large entry. Without the comma after them. */
export interface Segment {
  /** Position of the first entry. */
  readonly first: number;
  readonly count: number;
  readonly start: number;
  readonly end: number;
  /** The large entry. */
  readonly large: { readonly start: number; readonly node: number } | undefined;
}

interface Boundary extends Pick<Segment, 'first' | 'start' | 'large'> {
  /** Where the large entry ends. */
  readonly end: number | undefined;
}

/** The entries of a node in segments, in order. */
export function segmentsOf({ start, end, count, marks, large }: OutlineNode): Segment[] {
  if (count === 0) return [];
  const boundaries: Boundary[] = [{ first: 0, start: start + 1, end: undefined, large: undefined }];
  for (let at = 0; at < marks.length; at += 2) {
    boundaries.push({ first: marks[at] ?? 0, start: marks[at + 1] ?? 0, end: undefined, large: undefined });
  }
  for (let at = 0; at < large.length; at += LARGE_NUMBERS) boundaries.push(...aroundLarge(large, at, count));
  return segmentsBetween(boundaries, { count, end: end - 1 });
}

/** A large entry, and the beginning of the entry after it. */
function aroundLarge(large: readonly number[], at: number, count: number): Boundary[] {
  const [first = 0, start = 0, valueStart = 0, end = 0, node = -1] = large.slice(at, at + LARGE_NUMBERS);
  const own: Boundary = { first, start, end, large: { start: valueStart, node } };
  const after: Boundary = { first: first + 1, start: end + 1, end: undefined, large: undefined };
  return first + 1 < count ? [own, after] : [own];
}

function segmentsBetween(boundaries: readonly Boundary[], last: { count: number; end: number }): Segment[] {
  // A large entry takes precedence over a mark at the same place.
  const byFirst = new Map<number, Boundary>();
  for (const boundary of boundaries) {
    if (boundary.large || !byFirst.has(boundary.first)) byFirst.set(boundary.first, boundary);
  }
  const sorted = [...byFirst.values()].sort((a, b) => a.first - b.first);
  return sorted.map((boundary, index): Segment => {
    const next = sorted[index + 1];
    const { first, start, large } = boundary;
    const end = boundary.end ?? (next ? next.start - 1 : last.end);
    return { first, count: (next?.first ?? last.count) - first, start, end, large };
  });
}
