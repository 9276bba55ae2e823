'use client';

import { useMemo, useState } from 'react';
import { listTarget } from '@/components/ui/list-navigation';
import type { Json } from '@/engine';
import {
  flattenJson,
  type JsonPath,
  openingView,
  pathKey,
  reveal,
  type TreeRow,
  type TreeView,
} from './flatten';

/** The lines of a tree, its open parts and its active line. */
export interface TreeControl {
  readonly rows: readonly TreeRow[];
  /** Index of the active line. */
  readonly active: number;
  setActive(index: number): void;
  toggle(row: TreeRow): void;
  /** Opens the parents of a path and makes it active. */
  goTo(path: JsonPath): void;
  /** The keys of the tree pattern. Returns whether the key was one of them. */
  press(key: string): boolean;
}

/** State of one tree. A new value resets it. */
export function useTree(value: Json): TreeControl {
  const [view, setView] = useState<TreeView>(() => openingView(value));
  const [shown, setShown] = useState(value);
  const [activeId, setActiveId] = useState<string>();
  if (shown !== value) {
    setShown(value);
    setView(openingView(value));
  }
  const rows = useMemo(() => flattenJson(value, view), [value, view]);
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  );

  function setActive(index: number) {
    setActiveId(rows[Math.min(Math.max(0, index), rows.length - 1)]?.id);
  }

  function toggle(row: TreeRow) {
    if (row.kind === 'more') setView(turnPage(view, row.path));
    else if (row.size) setView(toggleRow(view, row.id));
  }

  function press(key: string): boolean {
    const row = rows[active];
    if (!row) return false;
    const target = keyTarget(rows, active, key);
    if (target === 'toggle') toggle(row);
    else if (target !== undefined) setActive(target);
    return target !== undefined;
  }

  return {
    rows,
    active,
    setActive,
    toggle,
    goTo(path) {
      setView(reveal(value, view, path));
      setActiveId(pathKey(path));
    },
    press,
  };
}

function turnPage(view: TreeView, path: JsonPath): TreeView {
  const pages = new Map(view.pages);
  const id = pathKey(path);
  pages.set(id, (pages.get(id) ?? 1) + 1);
  return { ...view, pages };
}

function toggleRow(view: TreeView, id: string): TreeView {
  const expanded = new Set(view.expanded);
  if (!expanded.delete(id)) expanded.add(id);
  return { ...view, expanded };
}

/** The effect of a key in a tree, by the ARIA tree pattern; undefined for other keys. */
export function keyTarget(
  rows: readonly TreeRow[],
  active: number,
  key: string,
): number | 'toggle' | undefined {
  const row = rows[active];
  if (!row) return undefined;
  const target = listTarget(key, { at: active, count: rows.length, page: 15 });
  if (target !== undefined) return target;
  switch (key) {
    case 'Enter':
    case ' ':
      return 'toggle';
    case 'ArrowRight':
      return openOrEnter(row, active);
    case 'ArrowLeft':
      return closeOrLeave(rows, row, active);
    default:
      return undefined;
  }
}

function openOrEnter(row: TreeRow, active: number): number | 'toggle' {
  if (row.kind === 'more' || !row.size) return active;
  return row.expanded ? active + 1 : 'toggle';
}

function closeOrLeave(rows: readonly TreeRow[], row: TreeRow, active: number): number | 'toggle' {
  if (row.kind === 'value' && row.expanded) return 'toggle';
  for (let index = active - 1; index >= 0; index -= 1) {
    if ((rows[index]?.depth ?? 0) < row.depth) return index;
  }
  return active;
}
