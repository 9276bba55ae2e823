import { stepTitle } from '@/components/pipeline-text/step-title';
import { unitStatus } from '@/components/run-state/status';
import { useRunContact, useRunLens, useStepRun } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusGlyph } from '@/components/ui/status';
import type { StepDocument } from '@/engine';
import { TitleInput } from '../canvas/title-input';
import { useDescriptors, useIsToFillIn, useStepProblems } from '../use-editor';
import styles from './outline.module.css';
import type { OutlineEntry } from './outline-rows';

/** Deepest indentation: deeper rows would have no space for text. */
const MAX_INDENT = 5;

export interface OutlineRowProps {
  row: OutlineEntry;
  step: StepDocument;
  index: number;
  /** Distance from the top of the list, in pixels. */
  top: number;
  selected: boolean;
  /** Whether its title is being edited. */
  renaming: boolean;
  onSelect: () => void;
  onMenu: () => void;
  /** The new title; undefined keeps the old one. */
  onRenamed: (title: string | undefined) => void;
}

/** One step of the outline with its problems, or in a run with its status. */
export function OutlineRow(props: OutlineRowProps) {
  const { row, step, index, top, selected, renaming, onSelect, onMenu, onRenamed } = props;
  const descriptor = useDescriptors().find(step.action);
  const title = stepTitle(step, descriptor);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
    <div
      id={`outline-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={selected}
      className={clsx(styles.row, selected && styles.selected, step.disabled === true && styles.disabled)}
      style={{ top, paddingLeft: 12 + Math.min(MAX_INDENT, row.level - 1) * 16 }}
      data-category={descriptor?.category ?? 'param'}
      onClick={onSelect}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu();
      }}
    >
      <Icon name={descriptor?.icon ?? 'warn'} className={styles.icon} />
      {row.branch !== undefined && <span className={styles.branch}>{row.branch}</span>}
      {renaming ? (
        <TitleInput label="Title" title={title} className={styles.rename} onDone={onRenamed} />
      ) : (
        <span className={styles.title}>{title}</span>
      )}
      <span className={styles.id}>{step.id}</span>
      {step.disabled === true && <Icon name="skipped" size={14} label="Disabled" />}
      <RowMark id={row.id} />
    </div>
  );
}

interface RowMarkProps {
  /** Of the step. */
  id: string;
}

function RowMark({ id }: RowMarkProps) {
  const problems = useStepProblems(id);
  const isToFillIn = useIsToFillIn(problems);
  const lens = useRunLens();
  const unit = useStepRun(id);
  const contact = useRunContact();
  if (lens.active) return <StatusGlyph status={unitStatus(unit, contact.state)} labelled />;
  if (problems.length === 0) return null;
  if (isToFillIn) {
    return (
      <span className={styles.toFillIn}>
        <Icon name="pencil" size={14} label={`${problems.length} to fill in`} />
      </span>
    );
  }
  const isError = problems.some(({ severity }) => severity === 'error');
  return (
    <span className={styles.problems} data-status={isError ? 'failed' : 'stale'}>
      <Icon name={isError ? 'err' : 'warn'} size={14} label={formatCount(problems.length, 'problem')} />
    </span>
  );
}
