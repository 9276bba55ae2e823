import type { Json, JsonObject } from '@/engine';

/** A position as text: `Line 2, column 5`. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The characters of a line, counted from 1; the last line when there are fewer. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[index] ?? '').length };
}

/** One replacement within a text, in characters. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest single replacement that turns one text into another; undefined when they are equal. */
export function minimalChange(text: string, next: string): TextChange | undefined {
  if (text === next) return undefined;
  const shorter = Math.min(text.length, next.length);
  let from = 0;
  while (from < shorter && text.charCodeAt(from) === next.charCodeAt(from)) from += 1;
  let end = 0;
  const room = shorter - from;
  while (end < room && text.charCodeAt(text.length - 1 - end) === next.charCodeAt(next.length - 1 - end))
    end += 1;
  return { from, to: text.length - end, insert: next.slice(from, next.length - end) };
}

/** The text of a value in a field: text unchanged, other values as JSON, undefined as an empty field. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The value of typed text: a number if it is one, undefined if it is empty, otherwise the text itself, which
 * validation then reports.
 */
export function numberFromText(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!NUMBER.test(trimmed)) return text;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** Whether typed text represents this value: `1.` and `1.0` both represent 1. */
export function standsFor(text: string, value: Json | undefined): boolean {
  return numberFromText(text) === value;
}

/** A row of an object; names may be empty or duplicate while they are typed. */
export interface Pair {
  readonly name: string;
  readonly value: Json;
}

/** The rows of an object, in its order. */
export function pairsOf(object: JsonObject): Pair[] {
  return Object.entries(object).map(([name, value]) => ({ name, value }));
}

/** The object of rows: rows without a name are left out, and the first of duplicate names counts. */
export function writePairs(pairs: readonly Pair[]): JsonObject {
  const entries = new Map<string, Json>();
  for (const { name, value } of pairs) {
    if (name !== '' && !entries.has(name)) entries.set(name, value);
  }
  return Object.fromEntries(entries);
}

/** Text for an input of one line: each line break, with the white space around it, becomes one space. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line, index, all) => trimmed(line, index > 0, index < all.length - 1));
  const inner = lines.filter((line, index, all) => line !== '' || index === 0 || index === all.length - 1);
  return inner.join(' ');
}

function trimmed(line: string, atStart: boolean, atEnd: boolean): string {
  const begun = atStart ? line.trimStart() : line;
  return atEnd ? begun.trimEnd() : begun;
}
