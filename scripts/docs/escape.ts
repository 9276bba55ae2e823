import { proseParts } from '../../lib/docs/prose';

/** Characters with a meaning in Markdown or HTML. */
const SPECIAL = /[\\`*_[\]<>|#~&{}]/g;
/** Plain text; templates and names in it become code. Safe in a paragraph, a heading and a table. */
export function text(plain: string): string {
  return proseParts(plain)
    .map((part) => (part.isCode ? code(part.text) : part.text.replace(SPECIAL, '\\$&')))
    .join('');
}

/** Code within a line. A pipe is escaped for tables; other names and values contain none. */
export function code(plain: string): string {
  const fence = '`'.repeat(longestRun(plain) + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${space}${plain.replace(/\s+/g, ' ').replaceAll('|', '\\|')}${space}${fence}`;
}

/** A block of code, for any content. */
export function codeBlock(plain: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(plain) + 1));
  return `${fence}${language}\n${plain}\n${fence}`;
}

/** A table; cells contain Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function longestRun(plain: string): number {
  return Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
}
