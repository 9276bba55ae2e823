/** A JSON value: what templates resolve to, actions return and the journal stores. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Keys keep the order in which they were written. */
export type JsonObject = { [key: string]: Json };

/** True for a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own property of an object, never one inherited from a prototype. */
export function ownProperty<V>(object: Record<string, V>, key: string): V | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Deepest nesting of a value, in levels; deeper ones would overflow whatever walks them. */
export const MAX_DEPTH = 200;

/** True for a value nested more than `MAX_DEPTH` levels deep. Itself it cannot overflow. */
export function isTooDeep(value: unknown): boolean {
  const open: unknown[][] = [[value]];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.length === 0) {
      open.pop();
      continue;
    }
    const inner = level.pop();
    if (typeof inner !== 'object' || inner === null) continue;
    if (open.length > MAX_DEPTH) return true;
    open.push(Object.values(inner));
  }
  return false;
}
