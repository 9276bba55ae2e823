import { isJsonObject } from '@/engine';
import { idOf } from './value-at';

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

/** Equal parts were exchanged for parts of the old value. */
function sameKind<T>(_sample: T, value: unknown): T {
  return value as T;
}
