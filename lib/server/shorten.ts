import { isJsonObject, type Json } from '@/engine';

/** Characters of a text, entries of a list and an object, and levels that a sample keeps. */
const MAX_TEXT = 300;
const MAX_ITEMS = 20;
const MAX_KEYS = 100;
const MAX_LEVELS = 8;

/** A value with its long parts cut. */
export interface Shortened {
  readonly value: Json;
  readonly shortened: boolean;
}

/** Cuts long texts, lists and objects, and replaces what is nested deeper than a form shows by an empty value. */
export function shorten(value: Json): Shortened {
  const state = { shortened: false };
  return { value: cut(value, MAX_LEVELS, state), shortened: state.shortened };
}

function cut(value: Json, levels: number, state: { shortened: boolean }): Json {
  if (typeof value === 'string') {
    if (value.length <= MAX_TEXT) return value;
    state.shortened = true;
    return `${value.slice(0, MAX_TEXT)}…`;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, levels > 0 ? MAX_ITEMS : 0);
    if (kept.length < value.length) state.shortened = true;
    return kept.map((item) => cut(item, levels - 1, state));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.slice(0, levels > 0 ? MAX_KEYS : 0);
  if (kept.length < entries.length) state.shortened = true;
  return Object.fromEntries(kept.map(([key, item]) => [key, cut(item, levels - 1, state)]));
}
