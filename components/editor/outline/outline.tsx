'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { addAfter } from '../commands/add-step';
import { selectGraph, selectStep } from '../model/derived';
import { setStepField } from '../model/edits';
import { selectSteps } from '../model/selection';
import { useCommandContext } from '../use-commands';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import styles from './outline.module.css';
import { OutlineMenu, type OutlineMenuPlace } from './outline-menu';
import { OutlineRow } from './outline-row';
import { type OutlineEntry, outlineRows } from './outline-rows';
import { treeTarget } from './tree-target';
import { type Typed, typeAheadTarget, typedWith } from './type-ahead';

const ROW = 30;

/** Every step as a tree by branches, with its problems or status, a filter, and the commands of the canvas. */
export function Outline() {
  const { readOnly } = useSession();
  const context = useCommandContext();
  const [query, setQuery] = useState('');
  const { rows, isEmpty } = useRows(query);
  const tree = useRef<HTMLDivElement>(null);
  const add = readOnly ? null : (
    <IconButton size="sm" icon="plus" label="Add step" onClick={() => addAfter.run(context)} />
  );
  if (isEmpty) {
    return (
      <div className={styles.empty}>
        <p>No steps yet</p>
        {!readOnly && (
          <Button icon="plus" onClick={() => addAfter.run(context)}>
            Add step
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <Input
          size="sm"
          icon="search"
          soft
          aria-label="Filter steps"
          placeholder="Filter"
          className={styles.filter}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query !== '') {
              event.preventDefault();
              setQuery('');
            }
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault();
              tree.current?.focus();
            }
          }}
        />
        {add}
      </div>
      <span role="status" className={styles.none}>
        {rows.length === 0 ? `No steps match “${query}”` : ''}
      </span>
      <Tree rows={rows} tree={tree} />
    </div>
  );
}

/** The rows that match a filter. */
function useRows(query: string): { rows: readonly OutlineEntry[]; isEmpty: boolean } {
  const document = useEditor((state) => state.document);
  const descriptors = useDescriptors();
  const all = useMemo(() => outlineRows(selectGraph(document, descriptors)), [document, descriptors]);
  const rows = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return all;
    return all.filter(({ id }) => {
      const text =
        `${titleOf(document, id, descriptors)} ${id} ${selectStep(document, id)?.action}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [all, query, document, descriptors]);
  return { rows, isEmpty: all.length === 0 };
}

interface TreeProps {
  rows: readonly OutlineEntry[];
  tree: React.RefObject<HTMLDivElement | null>;
}

function Tree({ rows, tree }: TreeProps) {
  const session = useSession();
  const document = useEditor((state) => state.document);
  const selected = useEditor((state) => state.selection.steps.at(-1));
  const [menu, setMenu] = useState<OutlineMenuPlace>();
  const [renaming, setRenaming] = useState<string>();
  const typed = useRef<Typed>(undefined);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current,
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
  const openMenu = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    choose(index);
    setMenu({ id: row.id, kind: 'step', top: (index + 1) * ROW });
  };
  const focusTree = () => requestAnimationFrame(() => tree.current?.focus({ preventScroll: true }));
  const typeAhead = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    typed.current = typedWith(typed.current, event.key, event.timeStamp);
    if (typed.current === undefined) return false;
    const labels = rows.map(({ id }) => titleOf(document, id, session.descriptors));
    choose(typeAheadTarget(labels, at, typed.current.text));
    return true;
  };
  const command = (event: KeyboardEvent): boolean => {
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (isMenu) openMenu(at);
    else if (event.key === 'Enter' && selected !== undefined) session.panels.get()?.focusInspector();
    else if (event.key === 'F2' && selected !== undefined && !session.readOnly) setRenaming(selected);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const target = treeTarget(event.key, rows, at);
    if (target !== undefined) choose(target);
    else if (!command(event) && !typeAhead(event)) return;
    event.preventDefault();
  };
  const renamed = (id: string, before: string, title: string | undefined) => {
    setRenaming(undefined);
    focusTree();
    const text = title?.trim();
    if (text === undefined || text === before) return;
    session.store.edit(`Rename ${id}`, (current) =>
      setStepField(current, id, 'name', text === '' ? undefined : text),
    );
  };
  return (
    <div
      ref={tree}
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
              renaming={renaming === row.id}
              onSelect={() => choose(index)}
              onMenu={() => openMenu(index)}
              onRenamed={(title) => renamed(row.id, titleOf(document, row.id, session.descriptors), title)}
            />
          );
        })}
        {menu !== undefined && (
          <OutlineMenu
            key={menu.kind}
            place={menu}
            onClose={() => {
              setMenu(undefined);
              focusTree();
            }}
            onRename={() => setRenaming(menu.id)}
            onConnect={() => requestAnimationFrame(() => setMenu({ ...menu, kind: 'connect' }))}
          />
        )}
      </div>
    </div>
  );
}
