import { isJsonObject } from '@/engine';
import { setKey } from '../keys';

/** A place in a document: keys of objects, and ids in lists whose items have one. */
export type Path = readonly string[];

/** An own value of an object; undefined when it is absent. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The id of an item of a list, if it has one. */
export function idOf(item: unknown): string | undefined {
  return isJsonObject(item) && typeof item.id === 'string' ? item.id : undefined;
}

/** Whether every item of a list has an id of its own. */
export function isKeyed(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  const ids = value.map(idOf);
  return !ids.includes(undefined) && new Set(ids).size === ids.length;
}

/**
 * Whether two values have the same text; another order of keys is a difference. Parts that are the same object are not
 * compared, so two states of one document compare quickly.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSame(one[key], other[key]))
  );
}

/** The value at a path; undefined when it is absent. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((current: unknown, key) => {
    if (Array.isArray(current)) return current.find((item) => idOf(item) === key);
    return isJsonObject(current) ? own(current, key) : undefined;
  }, value);
}

/** The value with another one at a path, or without it when undefined. Other parts keep their identity. */
export function withValueAt<T>(value: T, path: Path, next: unknown): T {
  return sameKind(value, replaceAt(value, path, next));
}

function replaceAt(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) return replaceItem(value, key, (item) => replaceAt(item, rest, next));
  const object = isJsonObject(value) ? value : {};
  // Without the object around it there is nothing to remove.
  if (next === undefined && !Object.hasOwn(object, key)) return value;
  return setKey(object, key, replaceAt(own(object, key), rest, next));
}

function replaceItem(list: readonly unknown[], id: string, change: (item: unknown) => unknown): unknown[] {
  const index = list.findIndex((item) => idOf(item) === id);
  const next = change(index < 0 ? undefined : list[index]);
  const instead = next === undefined ? [] : [next];
  return index < 0 ? [...list, ...instead] : list.toSpliced(index, 1, ...instead);
}

/** Only a part of the value was replaced, by a value of another document of the same kind. */
function sameKind<T>(_sample: T, value: unknown): T {
  return value as T;
}
