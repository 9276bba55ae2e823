import { isJsonObject } from '@/engine';

/**
 * The new value, reusing equal parts of the old one. Cards, forms and checks cache by identity, so typing in
 * one step updates only that step.
 */
export function reconcile<T>(before: T, after: T): T {
  return sameKind(after, reuse(before, after));
}

function reuse(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) return reuseList(before, after);
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const keys = Object.keys(after);
  const entries = keys.map((key): [string, unknown] => [
    key,
    Object.hasOwn(before, key) ? reuse(before[key], after[key]) : after[key],
  ]);
  const old = Object.keys(before);
  const isSame =
    keys.length === old.length &&
    entries.every(([key, value], index) => key === old[index] && value === before[key]);
  return isSame ? before : Object.fromEntries(entries);
}

/** Items with an id are matched by id, others by position. */
function reuseList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  const items = after.map((item, index) => {
    const id = idOf(item);
    return reuse(id === undefined ? before[index] : byId.get(id), item);
  });
  return items.length === before.length && items.every((item, index) => item === before[index])
    ? before
    : items;
}

function idOf(item: unknown): string | undefined {
  return isJsonObject(item) && typeof item.id === 'string' ? item.id : undefined;
}

/** Merges the changes of two sides. If both changed the same value, `mine` wins. */
export function merge<T>({ base, mine, theirs }: { base: T; mine: T; theirs: T }): T {
  return sameKind(mine, mergeValue(base, mine, theirs));
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isEqual(mine, base)) return theirs;
  if (isEqual(theirs, base)) return mine;
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs))
    return mergeObjects(base, mine, theirs);
  const lists = [base, mine, theirs].every(
    (list) => Array.isArray(list) && list.every((item) => idOf(item) !== undefined),
  );
  return lists ? Object.values(mergeObjects(keyed(base), keyed(mine), keyed(theirs))) : mine;
}

function mergeObjects(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Record<string, unknown> {
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const isMine = Object.hasOwn(mine, key);
    if (isMine && Object.hasOwn(theirs, key)) {
      merged.push([key, mergeValue(base[key], mine[key], theirs[key])]);
      continue;
    }
    const left = isMine ? mine[key] : theirs[key];
    // Removed by one side and unchanged by the other.
    const isGone = Object.hasOwn(base, key) && isEqual(left, base[key]);
    if (!isGone) merged.push([key, left]);
  }
  return Object.fromEntries(merged);
}

/** Prefixed, so that numeric ids keep their order. */
function keyed(list: unknown): Record<string, unknown> {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return Object.fromEntries(items.map((item) => [`id ${idOf(item) ?? ''}`, item]));
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Both sides have the type, and only their parts were merged. */
function sameKind<T>(_sample: T, value: unknown): T {
  return value as T;
}
