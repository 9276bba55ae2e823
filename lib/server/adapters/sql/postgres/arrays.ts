import type { Json } from '@/engine';

/** Bounds that do not begin at 1 precede the list: `[0:2]={1,2,3}`. */
const BOUNDS = /^(?:\[[-\d]+:[-\d]+\])+=/;
const PIECE = /[{},]|"(?:[^"\\]|\\[\s\S])*"?|[^{},"]+/g;

/** Parses PostgreSQL's text of a list, which may contain lists. */
export function readArray(text: string, read: (text: string) => Json): Json {
  const outer: Json[] = [];
  const open: Json[][] = [outer];
  for (const [piece] of text.replace(BOUNDS, '').matchAll(PIECE)) {
    const here = open.at(-1) ?? outer;
    if (piece === '{') {
      const inner: Json[] = [];
      here.push(inner);
      open.push(inner);
    } else if (piece === '}') open.pop();
    else if (piece !== ',') here.push(itemOf(piece, read));
  }
  return outer[0] ?? [];
}

function itemOf(piece: string, read: (text: string) => Json): Json {
  if (piece.startsWith('"')) return read(piece.slice(1, -1).replace(/\\([\s\S])/g, '$1'));
  return piece === 'NULL' ? null : read(piece);
}

/** Writes a list as PostgreSQL expects it. Objects in it are written as JSON. */
export function writeArray(list: readonly Json[]): string {
  return `{${list.map(writeItem).join(',')}}`;
}

function writeItem(item: Json): string {
  if (item === null) return 'NULL';
  if (Array.isArray(item)) return writeArray(item);
  const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
