import type { JsonPath } from '@/components/json-tree/flatten';

/** Positions of the entries that lead to a part. */
export type Place = readonly number[];

/** An open list or object. */
export interface OpenPart {
  readonly at: Place;
  /** Names of the entries that lead to it. */
  readonly path: JsonPath;
  /** Number of its entries. */
  readonly count: number;
}

/** An open part with the open parts in it, by position. */
export interface LaidOutPart extends OpenPart {
  readonly children: readonly LaidOutPart[];
  /** Lines of its entries and of everything open in them. */
  readonly height: number;
}

/** Lines of one part that are reachable by scrolling: browsers draw boxes of up to about 30 million pixels. */
export const MAX_LINES = 1_000_000;

/** Name of a place: `0.41`. */
export function placeKey(at: Place): string {
  return at.join('.');
}

/** Lays out the open parts below the whole value; those inside of closed ones are left out. */
export function layOut(root: OpenPart, open: ReadonlyMap<string, OpenPart>): LaidOutPart {
  const inside = new Map<string, OpenPart[]>();
  for (const part of open.values()) {
    const parent = placeKey(part.at.slice(0, -1));
    inside.set(parent, [...(inside.get(parent) ?? []), part]);
  }
  const build = (part: OpenPart): LaidOutPart => {
    const children = (inside.get(placeKey(part.at)) ?? [])
      .map(build)
      .sort((a, b) => positionOf(a) - positionOf(b));
    const own = Math.min(part.count, MAX_LINES);
    return { ...part, children, height: children.reduce((sum, { height }) => sum + height, own) };
  };
  return build(root);
}

/** Position of a part in the part around it. */
function positionOf({ at }: OpenPart): number {
  return at.at(-1) ?? 0;
}

/** An entry that has a line. */
export interface Line {
  /** The part it belongs to. */
  readonly part: LaidOutPart;
  readonly position: number;
}

/** The entry of a line, from 0. */
export function lineAt(part: LaidOutPart, index: number): Line {
  let before = 0;
  for (const child of part.children) {
    const own = positionOf(child) + before;
    if (index <= own) break;
    if (index <= own + child.height) return lineAt(child, index - own - 1);
    before += child.height;
  }
  return { part, position: index - before };
}

/** The line of a place whose parents are open. */
export function indexOf(root: LaidOutPart, at: Place): number {
  let index = 0;
  let part: LaidOutPart | undefined = root;
  for (const [depth, position] of at.entries()) {
    const before: readonly LaidOutPart[] =
      part?.children.filter((child) => positionOf(child) < position) ?? [];
    index += before.reduce((sum, { height }) => sum + height, position);
    if (depth < at.length - 1) index += 1;
    part = part?.children.find((child) => positionOf(child) === position);
  }
  return index;
}
