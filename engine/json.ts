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
