'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { stepTitle } from '@/components/pipeline-text/step-title';
import { shownStatus } from '@/components/run-state/status';
import { useRunContact, useRunLens, useStepRun } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { listTarget } from '@/components/ui/list-navigation';
import { StatusGlyph } from '@/components/ui/status';
import type { StepDocument } from '@/engine';
import { selectGraph, selectStep } from '../model/derived';
import { selectSteps } from '../model/selection';
import { useDescriptors, useEditor, useSession, useStepProblems } from '../use-editor';
import styles from './outline.module.css';
import { type OutlineEntry, outlineRows } from './outline-rows';

const ROW = 30;

/** Every step in order of execution, as a tree by branches, with its problems or status. */
export function Outline() {
  const session = useSession();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const selected = useEditor((state) => state.selection.steps.at(-1));
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => outlineRows(selectGraph(document, descriptors)), [document, descriptors]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const at = rows.findIndex(({ id }) => id === selected);
  const choose = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    session.store.select(selectSteps(row.id));
    session.view.get()?.reveal([row.id]);
    virtual.scrollToIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = listTarget(event.key, { at, count: rows.length });
    if (target !== undefined) {
      event.preventDefault();
      choose(target);
    }
    if (event.key === 'Enter' && selected !== undefined) {
      event.preventDefault();
      session.panels.get()?.focusInspector();
    }
  };
  if (rows.length === 0) return <p className={styles.empty}>No steps yet</p>;
  return (
    <div
      ref={scroll}
      className={styles.outline}
      role="tree"
      aria-label="Steps in execution order"
      tabIndex={0}
      data-outline
      aria-activedescendant={at < 0 ? undefined : `outline-${at}`}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize() }} className={styles.inner} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          const step = row && selectStep(document, row.id);
          if (row === undefined || step === undefined) return null;
          return (
            <OutlineRow
              key={row.id}
              row={row}
              step={step}
              index={index}
              top={start}
              selected={index === at}
              onSelect={() => choose(index)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface OutlineRowProps {
  row: OutlineEntry;
  step: StepDocument;
  index: number;
  /** Distance from the top of the list, in pixels. */
  top: number;
  selected: boolean;
  onSelect: () => void;
}

/** One step of the outline with its problems, or in a run with its status. */
function OutlineRow({ row, step, index, top, selected, onSelect }: OutlineRowProps) {
  const descriptor = useDescriptors().find(step.action);
  const problems = useStepProblems(row.id);
  const lens = useRunLens();
  const unit = useStepRun(row.id);
  const contact = useRunContact();
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
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
