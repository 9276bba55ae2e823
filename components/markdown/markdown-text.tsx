import { Fragment, type ReactNode } from 'react';

export interface MarkdownTextProps {
  /** Markdown with headings, lists, tables, code blocks, bold, italic, code and links; everything else is text. */
  text: string;
}

/** Markdown as elements. HTML in it stays text, so it can neither load nor run anything. */
export function MarkdownText({ text }: MarkdownTextProps) {
  return blocksOf(text).map((block, index) => <TextBlock key={index} block={block} />);
}

interface Block {
  readonly kind: 'text' | 'heading' | 'bullets' | 'numbers' | 'code' | 'table';
  readonly lines: string[];
  /** Number of the first item of a list; level of a heading. */
  readonly first: number;
}

function TextBlock({ block: { kind, lines, first } }: { block: Block }) {
  if (kind === 'text') return inline(lines.join('\n'));
  if (kind === 'code') return <pre>{lines.join('\n')}</pre>;
  if (kind === 'table') return <Table lines={lines} />;
  // Not a heading element: the outline of the page is its own.
  if (kind === 'heading') return <b data-level={first}>{inline(lines.join(' '))}</b>;
  const items = lines.map((line, at) => <li key={at}>{inline(line)}</li>);
  return kind === 'bullets' ? <ul>{items}</ul> : <ol start={first}>{items}</ol>;
}

function Table({ lines: [head = '', , ...rows] }: { lines: readonly string[] }) {
  return (
    <table>
      <thead>
        <tr>
          {cellsOf(head).map((cell, at) => (
            <th key={at} scope="col">
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {cellsOf(row).map((cell, at) => (
              <td key={at}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The cells of a line `| a | b |`. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Whether a table begins at a line: a line of cells, then one of dashes. */
function isTableAt(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1];
  return isRow(lines[at]) && isRow(next) && next?.includes('-') === true && /^[\s:|-]+$/.test(next);
}

function isRow(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}\|.*\|\s*$/.test(line);
}

/** Begins and ends a code block. */
const FENCE = '```';

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  const lastFence = lines.lastIndexOf(FENCE);
  for (let at = 0; at < lines.length; at += 1) {
    const { block, end } = codeAt(lines, at, lastFence) ?? tableAt(lines, at) ?? lineAt(lines, at);
    const last = blocks.at(-1);
    if (last?.kind === block.kind && JOINED.has(block.kind)) last.lines.push(...block.lines);
    else blocks.push(block);
    at = end;
  }
  return blocks;
}

/** Kinds of which neighbouring lines are one block. */
const JOINED: ReadonlySet<Block['kind']> = new Set(['text', 'bullets', 'numbers']);

/** A block with the index of its last line. */
interface PlacedBlock {
  readonly block: Block;
  readonly end: number;
}

function codeAt(lines: readonly string[], at: number, lastFence: number): PlacedBlock | undefined {
  if (lines[at]?.startsWith(FENCE) !== true || at >= lastFence) return undefined;
  const end = lines.indexOf(FENCE, at + 1);
  return { block: { kind: 'code', lines: lines.slice(at + 1, end), first: 1 }, end };
}

function tableAt(lines: readonly string[], at: number): PlacedBlock | undefined {
  if (!isTableAt(lines, at)) return undefined;
  let end = at;
  while (isRow(lines[end + 1])) end += 1;
  return { block: { kind: 'table', lines: lines.slice(at, end + 1), first: 1 }, end };
}

function lineAt(lines: readonly string[], at: number): PlacedBlock {
  return { block: blockOf(lines[at] ?? ''), end: at };
}

function blockOf(line: string): Block {
  const [, marks, title] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    return { kind: 'heading', lines: [title], first: marks.length };
  }
  const bullet = /^ {0,3}[-*+] (.+)$/.exec(line)?.[1];
  if (bullet !== undefined) return { kind: 'bullets', lines: [bullet], first: 1 };
  const [, number, item] = /^ {0,3}(\d{1,9})[.)] (.+)$/.exec(line) ?? [];
  if (number !== undefined && item !== undefined) {
    return { kind: 'numbers', lines: [item], first: Number(number) };
  }
  return { kind: 'text', lines: [line], first: 1 };
}

/** Code, bold, italic with `*`, italic with `_` outside words, and links, whichever comes first. */
const MARKS =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)|\[([^[\]]+)\]\(([^()[\]\s]+)\)/g;

function inline(text: string): ReactNode[] {
  const pieces: ReactNode[] = [];
  let position = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > position) pieces.push(text.slice(position, match.index));
    pieces.push(<Fragment key={match.index}>{marked(match)}</Fragment>);
    position = match.index + match[0].length;
  }
  if (position < text.length) pieces.push(text.slice(position));
  return pieces;
}

function marked([whole, code, bold, star, underscore, label, address]: RegExpMatchArray): ReactNode {
  if (code !== undefined) return <code>{code}</code>;
  if (bold !== undefined) return <b>{inline(bold)}</b>;
  const italic = star ?? underscore;
  if (italic !== undefined) return <i>{inline(italic)}</i>;
  if (label === undefined || address === undefined || !isSafe(address)) return whole;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="nodrag nopan">
      {inline(label)}
    </a>
  );
}

/** Whether a link opens a page or an email, and never runs a script. */
function isSafe(address: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(address);
}
