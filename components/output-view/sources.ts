import type { JsonPath } from '@/components/json-tree/flatten';
import { isJsonObject, type Json, type JsonObject } from '@/engine/json';
import { kindOfText, type TextKind } from './text/text-kind';

/** A list of objects in a value. */
export interface TableSource {
  readonly path: JsonPath;
  readonly rows: readonly JsonObject[];
}

/** A text in a value that is worth a view of its own. */
export interface TextSource {
  readonly path: JsonPath;
  readonly text: string;
  readonly kind: TextKind;
}

/** What a value contains besides its tree. */
export interface Sources {
  /** Lists of objects, the longest first. */
  readonly tables: readonly TableSource[];
  /** Lists of numbers, the longest first. */
  readonly numbers: readonly NumberSource[];
  readonly texts: readonly TextSource[];
}

/** A list of numbers in a value; null where the list has null. */
export interface NumberSource {
  readonly path: JsonPath;
  readonly values: readonly (number | null)[];
}

/** Levels that are searched: outputs keep their lists near the top. */
const MAX_DEPTH = 4;
/** Values that are visited, so that opening an output stays unnoticeable. */
const MAX_VISITED = 2000;
/** Entries of a list that are searched for lists inside them. */
const SEARCHED_ENTRIES = 3;
/** Sources of one kind that are offered. */
const MAX_SOURCES = 40;
/** A plain text of one line is shown as text only if it is longer, in characters. */
const LONG_TEXT = 120;

interface Located {
  readonly value: Json;
  readonly path: JsonPath;
}

/** Finds lists of objects, lists of numbers and texts near the top of a value. */
export function sourcesOf(root: Json): Sources {
  const tables: TableSource[] = [];
  const numbers: NumberSource[] = [];
  const texts: TextSource[] = [];
  const open: Located[] = [{ value: root, path: [] }];
  for (let at = 0; at < open.length && at < MAX_VISITED; at += 1) {
    const next = open[at];
    if (!next) break;
    const { value, path } = next;
    if (typeof value === 'string') addText(texts, value, path);
    else if (Array.isArray(value)) addList(tables, numbers, value, path);
    if (path.length < MAX_DEPTH) open.push(...childrenOf(next));
  }
  return {
    tables: longestFirst(tables, ({ rows }) => rows.length),
    numbers: longestFirst(numbers, ({ values }) => values.length),
    texts: texts.slice(0, MAX_SOURCES),
  };
}

function childrenOf({ value, path }: Located): Located[] {
  if (Array.isArray(value)) {
    return value.slice(0, SEARCHED_ENTRIES).map((entry, index) => ({ value: entry, path: [...path, index] }));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_VISITED)
    .map(([key, entry]) => ({ value: entry, path: [...path, key] }));
}

function addList(tables: TableSource[], numbers: NumberSource[], list: readonly Json[], path: JsonPath) {
  if (list.length === 0) return;
  if (list.every(isJsonObject)) tables.push({ path, rows: list });
  else if (list.some(isNumber) && list.every(isNumberOrNull)) numbers.push({ path, values: list });
}

function addText(texts: TextSource[], text: string, path: JsonPath) {
  const kind = kindOfText(text);
  const isWorthIt = kind !== 'plain' || text.length > LONG_TEXT || text.includes('\n');
  if (isWorthIt) texts.push({ path, text, kind });
}

function isNumber(value: Json): value is number {
  return typeof value === 'number';
}

function isNumberOrNull(value: Json): value is number | null {
  return value === null || typeof value === 'number';
}

function longestFirst<T>(sources: readonly T[], lengthOf: (source: T) => number): readonly T[] {
  return [...sources].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_SOURCES);
}
