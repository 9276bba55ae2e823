import type { Json } from '@/engine';
import { child, entryNames, type JsonPath } from './flatten';

/** Largest number of hits, at which the search stops with a note. */
export const MAX_HITS = 1000;

/** A path as a node linked to its parent, since copying the path at every level would be quadratic. */
interface Visit {
  readonly value: Json;
  readonly name: string | number | undefined;
  readonly parent: Visit | undefined;
}

/** Paths in a value whose key, or whose scalar as text, contains the needle, in document order, ignoring case. */
export function searchJson(root: Json, needle: string, limit = MAX_HITS): JsonPath[] {
  const wanted = needle.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: JsonPath[] = [];
  // An explicit stack: nesting may be deeper than the call stack.
  const stack: Visit[] = [{ value: root, name: undefined, parent: undefined }];
  while (stack.length > 0 && hits.length < limit) {
    const visit = stack.pop();
    if (!visit) break;
    if (matches(visit.name, visit.value, wanted)) hits.push(pathTo(visit));
    for (const name of entryNames(visit.value).toReversed())
      stack.push({ value: child(visit.value, name) ?? null, name, parent: visit });
  }
  return hits;
}

function pathTo(visit: Visit): JsonPath {
  const path: (string | number)[] = [];
  for (let at: Visit | undefined = visit; at?.name !== undefined; at = at.parent) path.push(at.name);
  return path.reverse();
}

function matches(name: string | number | undefined, value: Json, wanted: string): boolean {
  if (name === undefined) return false;
  if (typeof name === 'string' && name.toLowerCase().includes(wanted)) return true;
  if (typeof value === 'object' && value !== null) return false;
  return String(value).toLowerCase().includes(wanted);
}
