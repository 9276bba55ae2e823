'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useCopy } from '@/components/ui/use-copy';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import type { Json } from '@/engine';
import { expressionPath, type JsonPath, pathKey, type TreeRow, type ValueRow } from './flatten';
import styles from './json-tree.module.css';
import { resolvePointer } from './pointer';
import { TextDialog } from './text-dialog';
import { TreeLine } from './tree-line';
import { useReferences } from './use-references';
import { useTrace } from './use-trace';
import { useTree } from './use-tree';
import { ValueLinksContext } from './value-links';

export interface JsonTreeProps {
  value: Json;
  /** What the tree shows, for screen readers: `Output of deploy`. */
  label: string;
  /** Prefix of copied paths: `steps.deploy.output`. */
  base: string;
  /** Whether `base` is an expression of a pipeline, so that lines can be dragged and inserted into its fields. */
  isReference?: boolean;
  /** The value on a lineage, where it is not `base`: `steps.deploy.params.body`. @default `base` of a reference */
  place?: string | undefined;
  /** A path to reveal, for search; each new path is revealed once. */
  target?: JsonPath;
}

const LINE_HEIGHT = 20;

/**
 * Any JSON value as a tree, fast for values of any size. Keys of the ARIA tree pattern; `p` copies the path, `l` a link to it, `i` inserts
 * it into the field that had the focus last, `w` shows where the value comes from.
 */
export function JsonTree({
  value,
  label,
  base,
  isReference = false,
  place,
  target: searched,
}: JsonTreeProps) {
  const links = use(ValueLinksContext);
  const pointer = links?.pointer;
  const linked = useMemo(
    () => (pointer === undefined ? undefined : resolvePointer(value, pointer)),
    [value, pointer],
  );
  const target = searched ?? linked;
  const tree = useTree(value);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const copy = useCopy();
  const references = useReferences(isReference);
  const trace = useTrace(place ?? (isReference ? base : undefined));
  const [opened, setOpened] = useState<{ title: string; text: string }>();
  const rowHeight = LINE_HEIGHT * useTextScale();
  const virtual = useVirtualizer({
    count: tree.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useRowSize(virtual, rowHeight);

  const hitId = target && pathKey(target);

  const { goTo } = tree;
  const [visited, setVisited] = useState<JsonPath>();
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

  function open(row: TreeRow) {
    if (!isText(row)) return;
    setOpened({ title: expressionPath(base, row.path), text: row.value });
  }

  /** Performs what a key does with the active line. Returns whether it does something. */
  function press(key: string, row: TreeRow): boolean {
    const effects: Readonly<Record<string, (() => void) | undefined>> = {
      p: () => copyPath(row),
      l: links && (() => links.copy(pathKey(row.path))),
      i: references && (() => references.use(expressionPath(base, row.path))),
      w: trace && (() => trace(row.path)),
      Enter: isText(row) ? () => open(row) : undefined,
    };
    const effect = Object.hasOwn(effects, key) ? effects[key] : undefined;
    if (effect === undefined) return tree.press(key);
    effect();
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = tree.rows[tree.active];
    if (row === undefined || event.metaKey || event.ctrlKey || event.altKey || !press(event.key, row)) return;
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
        aria-keyshortcuts={shortcuts({ l: links, i: references, w: trace })}
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
                action={references?.action ?? 'copy path'}
                onAction={() =>
                  references === undefined ? copyPath(row) : references.use(expressionPath(base, row.path))
                }
                onLink={links && (() => links.copy(row.id))}
                onTrace={trace && (() => trace(row.path))}
                reference={references && expressionPath(base, row.path)}
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

/** The keys of a line: those of what it can do. */
function shortcuts(effects: Readonly<Record<string, unknown>>): string {
  return ['p', ...Object.keys(effects).filter((key) => effects[key] !== undefined)].join(' ');
}

function isText(row: TreeRow): row is ValueRow & { readonly value: string } {
  return row.kind === 'value' && typeof row.value === 'string';
}
