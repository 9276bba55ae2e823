import { isJsonObject, type Json } from '@/engine';

/** Characters of a string shown inline; a button opens the rest. */
export const SHOWN_TEXT = 2000;

/** Characters of a string shown on one line of the tree. */
const SHOWN_ON_LINE = 240;

/** A value on one line: quoted text, a number, or the number of entries. */
export function scalarText(value: Json): string {
  if (typeof value !== 'string') return String(value);
  const cut = value.length > SHOWN_ON_LINE ? `${value.slice(0, SHOWN_ON_LINE)}…` : value;
  return JSON.stringify(cut);
}

/** The type at the right of a line: `string`, `object 4`, `integer`. */
export function typeText(row: Pick<ValueRow, 'type' | 'size' | 'value'>): string {
  if (row.size !== undefined) return `${row.type} ${row.size}`;
  if (row.type === 'number') return Number.isInteger(row.value) ? 'integer' : 'number';
  return row.type;
}

/** Bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Path of a value below the root. */
export type JsonPath = readonly (string | number)[];

/** One visible line of the tree. */
export type TreeRow = ValueRow | MoreRow;

/** A key with its value. */
export interface ValueRow {
  readonly kind: 'value';
  /** Stable name of the line, see `pathKey`. */
  readonly id: string;
  readonly path: JsonPath;
  /** 0 for the children of the root. */
  readonly depth: number;
  readonly name: string | number;
  readonly value: Json;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Entries of an object or list; undefined for other values. */
  readonly size: number | undefined;
  readonly expanded: boolean;
  /** Position among its siblings, from 1, for screen readers. */
  readonly position: number;
  readonly siblings: number;
}

/** A line for the entries of a long object or list that are not shown yet. */
export interface MoreRow {
  readonly kind: 'more';
  readonly id: string;
  /** The object or list it belongs to. */
  readonly path: JsonPath;
  readonly depth: number;
  readonly shown: number;
  readonly total: number;
}

/** The open parts of the tree. */
export interface TreeView {
  readonly expanded: ReadonlySet<string>;
  /** Pages shown of each long object or list, by its id. @default 1 each */
  readonly pages: ReadonlyMap<string, number>;
}

/** Entries per page, so that a list of a million stays usable. */
export const PAGE_SIZE = 200;

/** Name of a path in the tree: a JSON pointer, RFC 6901. */
export function pathKey(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The visible lines of a value in order. Only what is open is visited, so the size of the value does not matter. */
export function flattenJson(root: Json, view: TreeView): TreeRow[] {
  const rows: TreeRow[] = [];
  addChildren(rows, root, [], view);
  return rows;
}

function addChildren(rows: TreeRow[], parent: Json, path: JsonPath, view: TreeView): void {
  const names = entryNames(parent);
  const id = pathKey(path);
  const shown = Math.min(names.length, PAGE_SIZE * (view.pages.get(id) ?? 1));
  for (let position = 0; position < shown; position += 1) {
    const name = names[position];
    if (name === undefined) continue;
    const row = toRow({ parent, path, name, position, siblings: names.length, view });
    rows.push(row);
    if (row.expanded) addChildren(rows, row.value, row.path, view);
  }
  if (shown < names.length) {
    rows.push({ kind: 'more', id: `${id}/+`, path, depth: path.length, shown, total: names.length });
  }
}

interface Place {
  readonly parent: Json;
  readonly path: JsonPath;
  readonly name: string | number;
  readonly position: number;
  readonly siblings: number;
  readonly view: TreeView;
}

function toRow({ parent, path, name, position, siblings, view }: Place): ValueRow {
  const value = child(parent, name) ?? null;
  const own = [...path, name];
  const id = pathKey(own);
  const size = sizeOf(value);
  return {
    kind: 'value',
    id,
    path: own,
    depth: path.length,
    name,
    value,
    type: typeOf(value),
    size,
    expanded: size !== undefined && size > 0 && view.expanded.has(id),
    position: position + 1,
    siblings,
  };
}

/** The names of a value's entries: keys, or indexes; none for a scalar. */
export function entryNames(value: Json): readonly (string | number)[] {
  if (Array.isArray(value)) return Array.from(value.keys());
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** One entry of an object or list. */
export function child(value: Json, name: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof name === 'number' ? value[name] : undefined;
  if (!isJsonObject(value)) return undefined;
  const key = String(name);
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function sizeOf(value: Json): number | undefined {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}

/** The JSON type of a value. */
export function typeOf(value: Json): ValueRow['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** A value with its path. */
interface Located {
  readonly value: Json;
  readonly path: JsonPath;
}

/** The initially open parts: small values as deep as they fit on a screen; large ones are closed. */
export function openingView(root: Json, budget = 24): TreeView {
  const expanded = new Set<string>();
  let rows = entryNames(root).length;
  let level: readonly Located[] = [{ value: root, path: [] }];
  while (level.length > 0 && rows < budget) {
    level = level.flatMap(entriesOf).filter(({ value, path }) => {
      const size = sizeOf(value) ?? 0;
      const isOpened = size > 0 && rows + size <= budget;
      if (isOpened) {
        rows += size;
        expanded.add(pathKey(path));
      }
      return isOpened;
    });
  }
  return { expanded, pages: new Map() };
}

/** The first entries of a value, with their paths. */
function entriesOf({ value, path }: Located): Located[] {
  return entryNames(value)
    .slice(0, PAGE_SIZE)
    .map((name) => ({ value: child(value, name) ?? null, path: [...path, name] }));
}

/** The view with a path made visible: its parents open, with as many pages as needed. */
export function reveal(root: Json, view: TreeView, path: JsonPath): TreeView {
  const expanded = new Set(view.expanded);
  const pages = new Map(view.pages);
  let value: Json | undefined = root;
  for (let depth = 0; depth < path.length; depth += 1) {
    const name = path[depth];
    if (value === undefined || name === undefined) break;
    const id = pathKey(path.slice(0, depth));
    if (depth > 0) expanded.add(id);
    const page = Math.floor(entryNames(value).indexOf(name) / PAGE_SIZE) + 1;
    if (page > (pages.get(id) ?? 1)) pages.set(id, page);
    value = child(value, name);
  }
  return { expanded, pages };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as an expression: `steps.score.output.results[0]["first name"]`. docs/rules.md, section 6. */
export function expressionPath(base: string, path: JsonPath): string {
  const rest = path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return NAME.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('');
  return base === '' ? rest.replace(/^\./, '') : base + rest;
}
