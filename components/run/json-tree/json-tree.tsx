'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Json } from '@/engine';
import { useCopy } from '../use-copy';
import { expressionPath } from './expression-path';
import { type JsonPath, pathKey, type TreeRow } from './flatten';
import styles from './json-tree.module.css';
import { TextDialog } from './text-dialog';
import { TreeLine } from './tree-line';
import { useTree } from './use-tree';

export interface JsonTreeProps {
  value: Json;
  /** What the tree shows, for screen readers: `Output of deploy`. */
  label: string;
  /** What copied paths begin with: `steps.deploy.output`. */
  base: string;
  /** A place to go to, for search; each new path is gone to once. */
  target?: JsonPath;
}

const LINE_HEIGHT = 20;

/** Any JSON value as a tree that stays quick however large the value is. Keys as in the ARIA tree pattern; `p` copies the path. */
export function JsonTree({ value, label, base, target }: JsonTreeProps) {
  const tree = useTree(value);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const copy = useCopy();
  const [opened, setOpened] = useState<{ title: string; text: string }>();
  const virtual = useVirtualizer({
    count: tree.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
  });

  const hitId = target && pathKey(target);

  const { goTo } = tree;
  const [visited, setVisited] = useState(target);
  if (target !== visited) {
    setVisited(target);
    if (target) goTo(target);
  }

  // The scroll position of the list.
  useEffect(() => {
    if (tree.rows.length > 0) virtual.scrollToIndex(tree.active, { align: 'auto' });
  }, [tree.active, tree.rows.length, virtual]);

  function copyPath(row: TreeRow) {
    copy(expressionPath(base, row.path), 'the path');
  }

  function open(row: TreeRow | undefined) {
    if (row?.kind !== 'value' || typeof row.value !== 'string') return;
    setOpened({ title: expressionPath(base, row.path), text: row.value });
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = tree.rows[tree.active];
    const plain = !event.metaKey && !event.ctrlKey && !event.altKey;
    if (!row) return;
    if (plain && event.key === 'p') copyPath(row);
    else if (plain && event.key === 'Enter' && row.kind === 'value' && typeof row.value === 'string')
      open(row);
    else if (!plain || !tree.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <div
        ref={scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={tree.rows.length > 0 ? `${id}-${tree.active}` : undefined}
        className={styles.tree}
        onKeyDown={onKeyDown}
      >
        <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = tree.rows[item.index];
            if (!row) return null;
            return (
              <TreeLine
                key={row.id}
                id={`${id}-${item.index}`}
                row={row}
                top={item.start}
                active={item.index === tree.active}
                isHit={row.id === hitId}
                onActivate={() => tree.setActive(item.index)}
                onToggle={() => tree.toggle(row)}
                onCopyPath={() => copyPath(row)}
                onOpen={() => open(row)}
              />
            );
          })}
        </div>
      </div>
      {opened && <TextDialog title={opened.title} text={opened.text} onClose={() => setOpened(undefined)} />}
    </>
  );
}
