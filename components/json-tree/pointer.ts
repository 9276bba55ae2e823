import type { Json } from '@/engine';
import type { JsonPath } from './flatten';

/** The path that a JSON pointer names in a value, RFC 6901; undefined when the value has no such part. */
export function resolvePointer(value: Json, pointer: string): JsonPath | undefined {
  const path: (string | number)[] = [];
  let at: Json = value;
  for (const token of pointer.split('/').slice(1)) {
    const entry = entryOf(at, token.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (entry === undefined) return undefined;
    path.push(entry.name);
    at = entry.value;
  }
  return path.length > 0 ? path : undefined;
}

function entryOf(parent: Json, name: string): { name: string | number; value: Json } | undefined {
  if (typeof parent !== 'object' || parent === null) return undefined;
  if (!Array.isArray(parent)) {
    const value = Object.hasOwn(parent, name) ? parent[name] : undefined;
    return value === undefined ? undefined : { name, value };
  }
  const index = /^(0|[1-9]\d{0,9})$/.test(name) ? Number(name) : -1;
  const value = parent[index];
  return value === undefined ? undefined : { name: index, value };
}
