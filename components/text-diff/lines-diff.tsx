import { useMemo } from 'react';
import { formatCount } from '@/components/ui/format';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type DiffBlock, type DiffLine, diffLines, withContext } from './line-diff';
import styles from './lines-diff.module.css';

export interface LinesDiffProps {
  before: string;
  after: string;
  /** `Difference as text`. */
  label: string;
  /** Shown instead of a difference. */
  same: string;
}

/** Largest number of lines shown; a longer difference is truncated. */
const MAX_LINES = 3000;

const SIGNS = { same: '', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** The line-by-line difference of two texts. */
export function LinesDiff({ before, after, label, same }: LinesDiffProps) {
  const blocks = useMemo(() => withContext(diffLines(before, after).slice(0, MAX_LINES)), [before, after]);
  if (blocks.every(({ kind }) => kind === 'gap')) return <p className={styles.none}>{same}</p>;
  return (
    <section className={styles.diff} aria-label={label}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: DiffBlock }) {
  if (block.kind === 'gap') return <p className={styles.gap}>{formatCount(block.count, 'equal line')}</p>;
  return block.lines.map((line, index) => <Line key={index} line={line} />);
}

function Line({ line: { kind, text } }: { line: DiffLine }) {
  return (
    <div className={styles.line} data-change={kind}>
      <span className={styles.sign} aria-hidden>
        {SIGNS[kind]}
      </span>
      <VisuallyHidden>{WORDS[kind]}</VisuallyHidden>
      <code className={styles.text}>{text}</code>
    </div>
  );
}
