import { isJsonObject } from '@/engine';
import { mergeOrder } from './merge-order';
import { idOf, isKeyed, isSame, own, type Path } from './value-at';

/** Three states of one value; undefined where it is absent. */
export interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A value that both sides changed, each to another value. */
export interface ValueConflict extends Sides {
  readonly path: Path;
}

/** How values at certain paths are merged, and where conflicts are collected. */
export interface MergeRules {
  /** `set`: a list of unique texts. `mine`: never a conflict, such as a position. */
  ruleOf(path: Path): 'value' | 'set' | 'mine';
  /** The value without parts that are not worth a conflict when the other side removed it. */
  contentOf(path: Path, value: unknown): unknown;
  conflict(conflict: ValueConflict): void;
}

/** Merges both changes of a value. In a conflict the result is `mine`, or `theirs` where `mine` is absent. */
export function mergeValues(rules: MergeRules, path: Path, sides: Sides): unknown {
  const { base, mine, theirs } = sides;
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  const rule = rules.ruleOf(path);
  if (rule === 'mine') return mine;
  if (rule === 'set') return mergeSets(sides);
  if (mine === undefined || theirs === undefined) return mergeRemoval(rules, path, sides);
  const parts = mergeParts(rules, path, sides);
  if (parts !== undefined) return parts;
  rules.conflict({ path, ...sides });
  return mine;
}

/** Merges objects by key and lists by id; undefined for other values. */
function mergeParts(rules: MergeRules, path: Path, { base, mine, theirs }: Sides): unknown {
  if (isJsonObject(mine) && isJsonObject(theirs)) {
    const sides = { base: isJsonObject(base) ? base : {}, mine, theirs };
    return mergeObjects(rules, (key) => [...path, key], sides);
  }
  if (!isKeyed(mine) || !isKeyed(theirs)) return undefined;
  const sides = { base: keyed(base), mine: keyed(mine), theirs: keyed(theirs) };
  return Object.values(mergeObjects(rules, (key) => [...path, key.slice(1)], sides));
}

/** One side removed the value and the other changed it. */
function mergeRemoval(rules: MergeRules, path: Path, sides: Sides): unknown {
  const { base, mine, theirs } = sides;
  const kept = mine ?? theirs;
  if (isSame(rules.contentOf(path, base), rules.contentOf(path, kept))) return undefined;
  rules.conflict({ path, ...sides });
  return kept;
}

type Parts = Readonly<Record<string, unknown>>;

function mergeObjects(
  rules: MergeRules,
  pathOf: (key: string) => Path,
  { base, mine, theirs }: { base: Parts; mine: Parts; theirs: Parts },
): Record<string, unknown> {
  const order = mergeOrder({
    base: Object.keys(base),
    mine: Object.keys(mine),
    theirs: Object.keys(theirs),
  });
  const entries = order.flatMap((key): [string, unknown][] => {
    const sides = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    const merged = mergeValues(rules, pathOf(key), sides);
    return merged === undefined ? [] : [[key, merged]];
  });
  return Object.fromEntries(entries);
}

/** The items of both sides without those that one side removed; undefined without any. */
function mergeSets({ base, mine, theirs }: Sides): unknown {
  const [before, own, other] = [textsOf(base), textsOf(mine), textsOf(theirs)];
  const order = mergeOrder({ base: before, mine: own, theirs: other });
  const kept = order.filter((item) =>
    before.includes(item) ? own.includes(item) && other.includes(item) : true,
  );
  return kept.length === 0 ? undefined : kept;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Keys of items begin with a space, so that ids which are numbers keep their order. */
function keyed(list: unknown): Parts {
  const items = isKeyed(list) ? list : [];
  return Object.fromEntries(items.map((item) => [` ${idOf(item)}`, item]));
}
