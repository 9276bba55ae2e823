import type { Json, JsonObject } from '@/engine/json';
import { cellOf } from './columns';

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe, as OWASP
 * recommends: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(columns: readonly string[], rows: readonly JsonObject[]): string {
  const lines = [
    columns.map(csvCell),
    ...rows.map((row) => columns.map((column) => csvCell(cellOf(row, column)))),
  ];
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

function csvCell(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets also skip white space before a formula, and read full-width signs. */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text;
}
