import { z } from 'zod';
import { measured } from './measured';

/** A JSON value: what templates resolve to, actions return and the journal stores. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Keys keep the order in which they were written. */
export type JsonObject = { [key: string]: Json };

/** Whether a value is a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own property of an object, never one inherited from a prototype. */
export function ownProperty<V>(object: Record<string, V>, key: string): V | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a value is JSON: finite numbers, plain objects, nothing undefined. It cannot overflow the stack. */
export function isJson(value: unknown): value is Json {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (isScalar(next)) continue;
    const inner = entriesOf(next);
    if (!inner) return false;
    for (const each of inner) open.push(each);
  }
  return true;
}

/** The values to check in a list or plain object; none when it is known to be JSON; undefined for anything else. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (measured.has(value)) return [];
  if (Array.isArray(value)) return value;
  return isPlain(value) ? Object.values(value) : undefined;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' || typeof value === 'boolean' || value === null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Any JSON value, checked once and not copied, since values may be large. Its JSON Schema is empty. */
export const json = () => z.custom<Json>(isJson, 'must be JSON');
