'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { useCopy } from '@/components/ui/use-copy';
import type { Json } from '@/engine';
import {
  expressionPath,
  type JsonPath,
  pathKey,
  scalarText,
  type TreeRow,
  typeText,
  type ValueRow,
} from './flatten';
import styles from './json-tree.module.css';
import { TextDialog } from './text-dialog';
import { useTree } from './use-tree';

export interface JsonTreeProps {
  value: Json;
  /** What the tree shows, for screen readers: `Output of deploy`. */
  label: string;
  /** Prefix of copied paths: `steps.deploy.output`. */
  base: string;
  /** A path to reveal, for search; each new path is revealed once. */
  target?: JsonPath;
}

const LINE_HEIGHT = 20;

/** Any JSON value as a tree, fast for values of any size. Keys of the ARIA tree pattern; `p` copies the path. */
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

  const isActiveDrawn = virtual.getVirtualItems().some(({ index }) => index === tree.active);
  return (
    <>
      <div
        ref={scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={isActiveDrawn ? `${id}-${tree.active}` : undefined}
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

interface TreeLineProps {
  row: TreeRow;
  id: string;
  active: boolean;
  /** Whether it is the current search hit. */
  isHit: boolean;
  /** Distance from the top of the list, px. */
  top: number;
  onActivate: () => void;
  onToggle: () => void;
  onCopyPath: () => void;
  /** Shows a long string completely. */
  onOpen: () => void;
}

/** One line of a JSON tree. */
function TreeLine({ row, id, active, isHit, top, onActivate, onToggle, onCopyPath, onOpen }: TreeLineProps) {
  const place = { transform: `translateY(${top}px)`, paddingLeft: `calc(${row.depth} * var(--s-16))` };
  if (row.kind === 'more') {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
      // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which points at the active line.
      <div
        id={id}
        role="treeitem"
        aria-level={row.depth + 1}
        className={clsx(styles.line, styles.more, active && styles.active)}
        style={place}
        onClick={onToggle}
      >
        Show {Math.min(200, row.total - row.shown)} more of {row.total - row.shown}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which points at the active line.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.size ? row.expanded : undefined}
      aria-selected={active}
      className={clsx(styles.line, active && styles.active, isHit && styles.hit)}
      style={place}
      onClick={() => {
        onActivate();
        if (row.size) onToggle();
      }}
    >
      <span className={styles.twist}>
        {row.size ? <Icon name={row.expanded ? 'down' : 'right'} size={12} /> : null}
      </span>
      <span className={styles.key}>{row.name}</span>
      <Value row={row} onOpen={onOpen} />
      <button
        type="button"
        tabIndex={-1}
        className={styles.copy}
        onClick={(event) => {
          event.stopPropagation();
          onCopyPath();
        }}
      >
        copy path
      </button>
      <span className={styles.type}>{typeText(row)}</span>
    </div>
  );
}

function Value({ row, onOpen }: { row: ValueRow; onOpen: () => void }) {
  if (row.size !== undefined)
    return row.size === 0 ? <span className={styles.punctuation}>{empty(row)}</span> : null;
  const text = scalarText(row.value);
  const isLong = typeof row.value === 'string' && row.value.length > 48;
  return (
    <>
      <span className={clsx(styles.value, styles[row.type])}>{text}</span>
      {isLong && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.open}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          open
        </button>
      )}
    </>
  );
}

function empty(row: ValueRow): string {
  return row.type === 'array' ? '[ ]' : '{ }';
}
