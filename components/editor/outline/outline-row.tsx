'use client';

import { shownStatus } from '@/components/run/status';
import { useRunContact, useRunLens, useStepRun } from '@/components/run/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusGlyph } from '@/components/ui/status-glyph';
import type { StepDocument } from '@/engine';
import { stepTitle } from '../model/document';
import { useDescriptors, useStepProblems } from '../use-editor';
import styles from './outline.module.css';
import type { OutlineEntry } from './outline-rows';

export interface OutlineRowProps {
  row: OutlineEntry;
  step: StepDocument;
  index: number;
  /** Distance from the top of the list, in pixels. */
  top: number;
  selected: boolean;
  onSelect: () => void;
}

/** One step of the outline with its problems, or in a run with its status. */
export function OutlineRow({ row, step, index, top, selected, onSelect }: OutlineRowProps) {
  const descriptor = useDescriptors().find(step.action);
  const problems = useStepProblems(row.id);
  const lens = useRunLens();
  const unit = useStepRun(row.id);
  const contact = useRunContact();
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys.
    <div
      id={`outline-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={selected}
      className={clsx(styles.row, selected && styles.selected)}
      style={{ top, paddingLeft: 12 + (row.level - 1) * 16 }}
      data-category={descriptor?.category ?? 'param'}
      onClick={onSelect}
    >
      <Icon name={descriptor?.icon ?? 'warn'} className={styles.icon} />
      {row.branch !== undefined && <span className={styles.branch}>{row.branch}</span>}
      <span className={styles.title}>{stepTitle(step, descriptor)}</span>
      <span className={styles.id}>{step.id}</span>
      {lens.active && <StatusGlyph status={shownStatus(unit?.status ?? 'pending', contact.state)} labelled />}
      {!lens.active && problems.length > 0 && (
        <span className={styles.problems} data-status={errors > 0 ? 'failed' : 'stale'}>
          <Icon
            name={errors > 0 ? 'err' : 'warn'}
            size={14}
            label={formatCount(problems.length, 'problem')}
          />
        </span>
      )}
    </div>
  );
}
