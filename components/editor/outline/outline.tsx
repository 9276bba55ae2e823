'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { listTarget } from '@/components/ui/list-navigation';
import { selectGraph, selectStep } from '../model/derived';
import { selectSteps } from '../model/selection';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import styles from './outline.module.css';
import { OutlineRow } from './outline-row';
import { outlineRows } from './outline-rows';

const ROW = 30;

/** Every step in the order in which they run, as a tree by branches, with how each one stands. */
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
