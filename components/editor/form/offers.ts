import type { Json, JsonSchema } from '@/engine';
import { mainType } from './fields';
import { textOf } from './text';

/** Whether a field accepts one value or a list. */
export function takesSeveral(schema: JsonSchema): boolean {
  return (
    mainType(schema) === 'array' || schema.anyOf?.some((option) => mainType(option) === 'array') === true
  );
}

/** The values of a field as a list. */
export function heldValues(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === '' ? [] : [value];
}

/**
 * Adds or removes an offered value. A second value makes a list, and a list stays a list. In a field with a
 * single value, the offer replaces it.
 */
export function withOffer(value: Json | undefined, offer: string, schema: JsonSchema): Json {
  const written = takesNumbers(schema) && /^\d+$/.test(offer) ? Number(offer) : offer;
  if (!takesSeveral(schema)) return written;
  const held = heldValues(value);
  const others = held.filter((one) => textOf(one) !== offer);
  const next = others.length < held.length ? others : [...held, written];
  const [only = ''] = next;
  return Array.isArray(value) || next.length > 1 ? next : only;
}

function takesNumbers(schema: JsonSchema): boolean {
  const items = typeof schema.items === 'object' ? [schema.items] : [];
  return (
    ['integer', 'number'].includes(mainType(schema) ?? '') ||
    [...(schema.anyOf ?? []), ...items].some(takesNumbers)
  );
}
