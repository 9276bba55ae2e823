'use client';

import { useMemo } from 'react';
import { formatCount } from '@/components/ui/format';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { formatPipeline, type PipelineDocument, withoutLayout } from '@/engine';
import { type DiffBlock, type DiffLine, diffLines, withContext } from '../model/line-diff';
import styles from './text-diff.module.css';

export interface TextDiffProps {
  before: PipelineDocument;
  after: PipelineDocument;
}

/** Largest number of lines shown; a longer difference is truncated. */
const MAX_LINES = 3000;

const SIGNS = { same: '', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** The line-by-line difference of two documents as text, without positions. */
export function TextDiff({ before, after }: TextDiffProps) {
  const blocks = useMemo(
    () => withContext(diffLines(textOf(before), textOf(after)).slice(0, MAX_LINES)),
    [before, after],
  );
  if (blocks.every(({ kind }) => kind === 'gap'))
    return <p className={styles.none}>The texts are the same. Only positions may differ.</p>;
  return (
    <section className={styles.diff} aria-label="Difference as text">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function textOf(document: PipelineDocument): string {
  return formatPipeline(withoutLayout(document).content).trimEnd();
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
