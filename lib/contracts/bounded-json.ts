import { z } from 'zod';
import { isJson, isJsonObject, type Json, type JsonObject } from '@/engine/json';
import { bytesOf, isDeeperThan, MAX_LEVELS, MAX_PARAMS_BYTES, tooDeep } from '@/engine/json-limits';

/** Limits of a value. */
export interface JsonBounds {
  /** Deepest nesting. @default MAX_LEVELS */
  readonly levels?: number;
  /** Length of its JSON text, in bytes of UTF-8. */
  readonly bytes: number;
}

/** Any JSON value within limits. Depth is checked first and without recursion. */
export function boundedJson(bounds: JsonBounds) {
  return z.custom<Json>((value) => problemOf(value, bounds) === undefined, {
    error: ({ input }) => problemOf(input, bounds) ?? 'must be JSON',
  });
}

/** A JSON object within limits. */
export function boundedObject(bounds: JsonBounds) {
  const check = (value: unknown) =>
    isJsonObject(value) ? problemOf(value, bounds) : 'must be an object of names and values';
  return z
    .custom<JsonObject>((value) => check(value) === undefined, {
      error: ({ input }) => check(input) ?? 'must be JSON',
    })
    .meta({ type: 'object' });
}

/** Run parameters in a request. */
export const boundedParams = () => boundedObject({ bytes: MAX_PARAMS_BYTES });

/** The problem, as the end of a sentence that begins with the name of the value. */
function problemOf(value: unknown, { levels = MAX_LEVELS, bytes: most }: JsonBounds): string | undefined {
  if (isDeeperThan(value, levels)) return `${tooDeep(levels)}. Send it with fewer levels.`;
  if (!isJson(value)) return 'must be JSON';
  const bytes = bytesOf(JSON.stringify(value));
  if (bytes <= most) return undefined;
  return `is ${bytes.toLocaleString('en')} bytes of JSON, more than the limit of ${sizeText(most)}. Send less, or a reference to it.`;
}

const KILOBYTE = 1024;

function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${kilobytes} kB` : `${kilobytes / KILOBYTE} MB`;
}
