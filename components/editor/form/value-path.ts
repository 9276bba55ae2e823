import { isJsonObject, type Json } from '@/engine';
import { setKey } from '../model/keys';

/** Keys that lead to a value; numbers are positions in lists. */
export type ValueKeys = readonly string[];

/**
 * Finds the keys of a dotted path. Names may contain dots (`headers.x.y`), so the longest existing name is
 * taken at each level.
 * @returns undefined when the path does not exist
 */
export function keysAt(root: unknown, path: string): ValueKeys | undefined {
  if (path === '') return [];
  const parts = path.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const key = parts.slice(0, count).join('.');
    const child = childOf(root, key);
    if (child === undefined) continue;
    const rest = keysAt(child, parts.slice(count).join('.'));
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** The value at keys. */
export function valueAt(root: unknown, keys: ValueKeys): unknown {
  return keys.reduce<unknown>((value, key) => childOf(value, key), root);
}

function childOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * A copy with the value at these keys replaced, or removed when undefined. Other parts keep their identity.
 */
export function withValueAt<T>(root: T, keys: ValueKeys, value: Json | undefined): T {
  return sameKind(root, replaceAt(root, keys, value));
}

function replaceAt(root: unknown, keys: ValueKeys, value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const next = rest.length === 0 ? value : replaceAt(childOf(root, key), rest, value);
  if (Array.isArray(root)) {
    const at = Number(key);
    return next === undefined
      ? root.filter((_, index) => index !== at)
      : root.map((item, index) => (index === at ? next : item));
  }
  return isJsonObject(root) ? setKey(root, key, next) : root;
}

/** Only a part of the value was replaced, so its type is unchanged. */
function sameKind<T>(_before: T, after: unknown): T {
  return after as T;
}
