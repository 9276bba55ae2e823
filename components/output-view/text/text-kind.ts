import { parseCsv } from '../table/parse-csv';

/** How a text is shown: `image` is a `data:` URL of an image. */
export type TextKind = 'plain' | 'markdown' | 'html' | 'csv' | 'json' | 'svg' | 'image';

/** Characters that are looked at: enough to know a format, whatever the length of the text. */
const LOOKED_AT = 20_000;

/** Image formats that browsers draw and never execute. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/;

/** The format of a text, by what it contains. */
export function kindOfText(text: string): TextKind {
  const start = text.slice(0, LOOKED_AT).trimStart();
  if (start.startsWith('data:image/')) return IMAGE.test(text) ? 'image' : 'plain';
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(start))
    return 'svg';
  if (/^(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|body)[\s>]/i.test(start)) return 'html';
  if (/^[[{]/.test(start) && isJsonText(text)) return 'json';
  if (isHtmlPart(start)) return 'html';
  if (isCsv(start)) return 'csv';
  return isMarkdown(start) ? 'markdown' : 'plain';
}

function isJsonText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    // Not JSON: another format begins with the same character.
    return false;
  }
}

/** A part of a page: it begins with an element and closes it. */
function isHtmlPart(start: string): boolean {
  const [, name] =
    /^<(p|div|h[1-6]|table|ul|ol|section|article|main|style|span|img|a|b|i|form|script|iframe)[\s>/]/i.exec(
      start,
    ) ?? [];
  return (
    name !== undefined &&
    (name.toLowerCase() === 'img' || start.toLowerCase().includes(`</${name.toLowerCase()}>`))
  );
}

/** At least two lines with the same number of cells, at least two. */
function isCsv(start: string): boolean {
  const lines = start.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length < 2 || lines.length > 10_000) return false;
  const isCut = start.length >= LOOKED_AT;
  const rows = parseCsv((isCut ? lines.slice(0, -1) : lines).slice(0, 50).join('\n'));
  const width = rows[0]?.length ?? 0;
  // Sentences have commas too, followed by a space.
  const isProse = lines.slice(0, 50).some((line) => /[.!?:]$/.test(line) && /, /.test(line));
  return width > 1 && rows.length > 1 && !isProse && rows.every((row) => row.length === width);
}

const MARKS = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:[-*+]|\d{1,9}[.)]) \S.*\n {0,3}(?:[-*+]|\d{1,9}[.)]) \S/m,
  /^```/m,
  /\*\*[^*\n]+\*\*/,
  /\[[^[\]\n]+\]\(https?:[^()\s]+\)/,
  /^\|.+\|\s*\n\|[ :|-]+\|\s*$/m,
];

function isMarkdown(start: string): boolean {
  return MARKS.some((mark) => mark.test(start));
}
