import type { PostgresType } from 'postgres';
import type { Json } from '@/engine';
import { writeArray } from './arrays';
import { LIST_TYPES } from './types';

/** A list or object as parameter; the server decides whether it is an array or JSON. */
class Structure {
  readonly #value: Json;

  constructor(value: Json) {
    this.#value = value;
  }

  toString(): string {
    return JSON.stringify(this.#value);
  }

  toList(): string {
    return Array.isArray(this.#value) ? writeArray(this.#value) : this.toString();
  }
}

/** Converts a value for the driver: everything is text, and the server decides the type. */
export function parameter(value: Json): string | null | Structure {
  if (value === null) return null;
  return typeof value === 'object' ? new Structure(value) : String(value);
}

const plain = (value: unknown): string => String(value);
const list = (value: unknown): string => (value instanceof Structure ? value.toList() : String(value));

/**
 * Replaces the driver's conversions, which would read dates in this machine's time zone and quote JSON text.
 */
export const CONVERSIONS: Record<string, PostgresType> = {
  ...Object.fromEntries(
    [
      { name: 'number', to: 0, from: [21, 23, 26, 700, 701] },
      { name: 'json', to: 114, from: [114, 3802] },
      { name: 'boolean', to: 16, from: [16] },
      { name: 'date', to: 1184, from: [1082, 1114, 1184] },
      { name: 'bytea', to: 17, from: [17] },
    ].map(({ name, to, from }) => [name, { to, from, serialize: plain, parse: plain }]),
  ),
  lists: { to: 1009, from: [...LIST_TYPES], serialize: list, parse: plain },
};
