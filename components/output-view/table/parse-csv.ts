import type { JsonObject } from '@/engine/json';

/** The cells of a CSV text by RFC 4180, separated by commas, semicolons or tabs. Empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const { cells, end } = rowAt(text, at, separator);
    if (cells.length > 1 || cells[0] !== '') rows.push(cells);
    at = end;
  }
  return rows;
}

interface CsvRow {
  readonly cells: string[];
  /** Position after its line break. */
  readonly end: number;
}

function rowAt(text: string, start: number, separator: string): CsvRow {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    cells.push(cell.text);
    at = cell.end;
    if (text[at] !== separator) break;
    at += 1;
  }
  return { cells, end: afterLine(text, at) };
}

function afterLine(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return at + 1;
}

/** The rows of a CSV text as objects, named by its first line. */
export function csvRows(text: string): JsonObject[] {
  const [head = [], ...rows] = parseCsv(text);
  const names = uniqueNames(head);
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, typed(cells[index])])));
}

function uniqueNames(head: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return head.map((cell, index) => {
    const name = cell === '' ? `column ${index + 1}` : cell;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Numbers sort and plot as numbers; an empty cell is missing. Leading zeros and long digits belong to identifiers. */
function typed(cell: string | undefined): string | number | null {
  if (cell === undefined || cell === '') return null;
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i.test(cell) ? Number(cell) : cell;
}

/** The separator that the first line has most often. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const line = text.slice(0, end === -1 ? undefined : end);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}

interface Cell {
  readonly text: string;
  /** Position after the cell. */
  readonly end: number;
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Cell {
  let content = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { text: content + text.slice(at), end: text.length };
    content += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { text: content, end: quote + 1 };
    content += '"';
    at = quote + 2;
  }
}
