import { Fragment, type ReactNode } from 'react';
import styles from './note-node.module.css';

export interface NoteTextProps {
  /** Markdown with bold, italic, code, links and lists; everything else is text. */
  text: string;
}

/** The rendered text of a note. */
export function NoteText({ text }: NoteTextProps) {
  if (text === '') return <span className={styles.empty}>Empty note</span>;
  return blocksOf(text).map((block, index) => {
    if (block.kind === 'text') return <Fragment key={index}>{inline(block.lines.join('\n'))}</Fragment>;
    const items = block.lines.map((line, at) => <li key={at}>{inline(line)}</li>);
    if (block.kind === 'bullets') return <ul key={index}>{items}</ul>;
    return (
      <ol key={index} start={block.first}>
        {items}
      </ol>
    );
  });
}

interface Block {
  readonly kind: 'text' | 'bullets' | 'numbers';
  readonly lines: string[];
  /** Number of the first item. */
  readonly first: number;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    const next = blockOf(line);
    const last = blocks.at(-1);
    if (last?.kind === next.kind) last.lines.push(...next.lines);
    else blocks.push(next);
  }
  return blocks;
}

function blockOf(line: string): Block {
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
    <a href={address} target="_blank" rel="noreferrer" className="nodrag nopan">
      {inline(label)}
    </a>
  );
}

/** Whether a link opens a page or an email, and never runs a script. */
function isSafe(address: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(address);
}
