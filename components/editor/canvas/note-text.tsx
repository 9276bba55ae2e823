import { Fragment, type ReactNode } from 'react';
import styles from './note-node.module.css';

export interface NoteTextProps {
  /** Markdown with headings, lists, code blocks, bold, italic, code and links; everything else is text. */
  text: string;
}

/** The rendered text of a note. */
export function NoteText({ text }: NoteTextProps) {
  if (text === '') return <span className={styles.empty}>Empty note</span>;
  return blocksOf(text).map((block, index) => <NoteBlock key={index} block={block} />);
}

interface Block {
  readonly kind: 'text' | 'heading' | 'bullets' | 'numbers' | 'code';
  readonly lines: string[];
  /** Number of the first item of a list; level of a heading. */
  readonly first: number;
}

function NoteBlock({ block: { kind, lines, first } }: { block: Block }) {
  if (kind === 'text') return inline(lines.join('\n'));
  if (kind === 'code') return <pre>{lines.join('\n')}</pre>;
  // Not a heading element: the outline of the page is that of the editor.
  if (kind === 'heading') return <b data-level={first}>{inline(lines.join(' '))}</b>;
  const items = lines.map((line, at) => <li key={at}>{inline(line)}</li>);
  return kind === 'bullets' ? <ul>{items}</ul> : <ol start={first}>{items}</ol>;
}

/** Begins and ends a code block. */
const FENCE = '```';

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  const lastFence = lines.lastIndexOf(FENCE);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith(FENCE) && at < lastFence) {
      const end = lines.indexOf(FENCE, at + 1);
      blocks.push({ kind: 'code', lines: lines.slice(at + 1, end), first: 1 });
      at = end;
      continue;
    }
    const next = blockOf(line);
    const last = blocks.at(-1);
    if (last?.kind === next.kind && next.kind !== 'heading') last.lines.push(...next.lines);
    else blocks.push(next);
  }
  return blocks;
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
