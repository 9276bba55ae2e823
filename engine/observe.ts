import type { JsonSchema } from './catalogue';
import { isJsonObject, type Json } from './json';

/** Largest number of keys of an object in a shape. */
const MAX_KEYS = 60;
/** Longest key in a shape, in characters. */
const MAX_KEY_LENGTH = 100;
/** Number of items of a list that are read. */
const MAX_ITEMS = 50;
/** Number of levels that are read; deeper values have only a kind. */
const MAX_DEPTH = 8;

/**
 * The shape of a value: kinds and keys, never its texts and numbers. An object is open (`additionalProperties` is true)
 * when not all of its keys are in the shape; keys that not every item of a list has are not `required`.
 */
export function observeShape(value: Json): JsonSchema {
  return shapeOf(value, MAX_DEPTH);
}

function shapeOf(value: Json, depth: number): JsonSchema {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return listShape(value, depth);
  if (isJsonObject(value)) return objectShape(value, depth);
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value };
}

function listShape(list: readonly Json[], depth: number): JsonSchema {
  const [first, ...rest] = list.slice(0, MAX_ITEMS);
  if (first === undefined || depth <= 1) return { type: 'array' };
  const items = rest.reduce<JsonSchema>(
    (shape, item) => mergeShapes(shape, shapeOf(item, depth - 1)),
    shapeOf(first, depth - 1),
  );
  return { type: 'array', items };
}

function objectShape(object: { readonly [key: string]: Json }, depth: number): JsonSchema {
  if (depth <= 1) return { type: 'object', additionalProperties: true };
  const entries = Object.entries(object);
  const shown = entries.filter(([key]) => key.length <= MAX_KEY_LENGTH).slice(0, MAX_KEYS);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([key, value]) => [key, shapeOf(value, depth - 1)])),
    required: shown.map(([key]) => key),
    additionalProperties: shown.length < entries.length,
  };
}

/** The union of two shapes: kinds of both, keys of both, `required` when both are. */
export function mergeShapes(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a === b) return a;
  const [first, ...rest] = kindsOfBoth(a, b);
  const items = mergedItems(a, b);
  return {
    ...(first === undefined ? {} : { type: rest.length === 0 ? first : [first, ...rest] }),
    ...mergedObject(a, b),
    ...(items === undefined ? {} : { items }),
  };
}

function kindsOfBoth(a: JsonSchema, b: JsonSchema): string[] {
  const kinds = new Set([a.type ?? [], b.type ?? []].flat());
  if (kinds.has('number')) kinds.delete('integer');
  return [...kinds];
}

function mergedItems(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  const [one, other] = [a.items, b.items].filter((items) => typeof items === 'object');
  return one && other ? mergeShapes(one, other) : one;
}

function mergedObject(a: JsonSchema, b: JsonSchema): JsonSchema {
  const both = [a, b].filter((shape) => shape.additionalProperties !== undefined);
  const [one, other] = both;
  if (!one) return {};
  if (!other) return objectFacts(one);
  const properties = new Map(Object.entries(one.properties ?? {}));
  for (const [key, shape] of Object.entries(other.properties ?? {})) {
    const known = properties.get(key);
    properties.set(key, known === undefined ? shape : mergeShapes(known, shape));
  }
  const shown = [...properties].slice(0, MAX_KEYS);
  const always = new Set(other.required ?? []);
  const isOpen = both.some((shape) => shape.additionalProperties === true) || shown.length < properties.size;
  return {
    properties: Object.fromEntries(shown),
    required: (one.required ?? []).filter((key) => always.has(key)),
    additionalProperties: isOpen,
  };
}

function objectFacts({ properties, required, additionalProperties }: JsonSchema): JsonSchema {
  return {
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}
