import type { Json, JsonObject } from '@/engine';

/** One row of an object: names may be empty or twice while they are typed. */
export interface Pair {
  readonly name: string;
  readonly value: Json;
}

/** The rows of an object, in its order. */
export function pairsOf(object: JsonObject): Pair[] {
  return Object.entries(object).map(([name, value]) => ({ name, value }));
}

/** The object that rows stand for: rows without a name are left out, of two with one name the first counts. */
export function writePairs(pairs: readonly Pair[]): JsonObject {
  const entries = new Map<string, Json>();
  for (const { name, value } of pairs) {
    if (name !== '' && !entries.has(name)) entries.set(name, value);
  }
  return Object.fromEntries(entries);
}
