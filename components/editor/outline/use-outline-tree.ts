import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import type { PipelineDocument } from '@/engine';
import { frameNodeId } from '../canvas/flow-types';
import { setStepField, updateFrame } from '../model/edits';
import { findFrame, frameTitle } from '../model/frames';
import { EMPTY_SELECTION, type Selection, selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { useEditor, useSession } from '../use-editor';
import type { OutlineMenuPlace } from './outline-menu';
import type { OutlineEntry } from './outline-rows';
import { treeTarget } from './tree-target';
import { type Typed, typeAheadTarget, typedWith } from './type-ahead';

const ROW = 30;

/** The state of the tree: the chosen row, the open menu, the title that is edited, and what keys do. */
export function useOutlineTree(rows: readonly OutlineEntry[], tree: RefObject<HTMLDivElement | null>) {
  const session = useSession();
  const [menu, setMenu] = useState<OutlineMenuPlace>();
  const [renaming, setRenaming] = useState<OutlineEntry>();
  const typed = useRef<Typed>(undefined);
  const selection = useEditor((state) => state.selection);
  const rowHeight = ROW * useTextScale();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useRowSize(virtual, rowHeight);
  const at = rows.findIndex((row) => isSelected(row, selection));
  const choose = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    session.store.select(selectionOf(row));
    session.view.get()?.reveal([row.kind === 'frame' ? frameNodeId(row.id) : row.id]);
    virtual.scrollToIndex(index);
  };
  const openMenu = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    choose(index);
    setMenu({ id: row.id, kind: row.kind ?? 'step', top: (index + 1) * rowHeight });
  };
  const focusTree = () => requestAnimationFrame(() => tree.current?.focus({ preventScroll: true }));
  const typeAhead = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    typed.current = typedWith(typed.current, event.key, event.timeStamp);
    if (typed.current === undefined) return false;
    const { document } = session.store.getState();
    const labels = rows.map((row) => labelOf(row, document, session));
    choose(typeAheadTarget(labels, at, typed.current.text));
    return true;
  };
  const command = (event: KeyboardEvent): boolean => {
    const row = rows[at];
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (isMenu) openMenu(at);
    else if (event.key === 'Enter' && row !== undefined) session.panels.get()?.focusInspector();
    else if (event.key === 'F2' && row !== undefined && !session.readOnly) setRenaming(row);
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
  const renamed = (row: OutlineEntry, title: string | undefined) => {
    setRenaming(undefined);
    focusTree();
    if (title !== undefined) rename(session, row, title);
  };
  const closeMenu = () => {
    setMenu(undefined);
    focusTree();
  };
  return {
    virtual,
    at,
    menu,
    renaming,
    choose,
    openMenu,
    setMenu,
    closeMenu,
    setRenaming,
    renamed,
    onKeyDown,
  };
}

/** The title of a row. */
export function labelOf(
  row: OutlineEntry,
  document: PipelineDocument,
  { descriptors }: EditorSession,
): string {
  if (row.kind === undefined) return titleOf(document, row.id, descriptors);
  const frame = findFrame(document, row.id);
  return frame === undefined ? '' : frameTitle(frame);
}

function isSelected({ id, kind }: OutlineEntry, { steps, frames }: Selection): boolean {
  return kind === 'frame' ? steps.length === 0 && frames.at(-1) === id : steps.at(-1) === id;
}

function selectionOf({ id, kind }: OutlineEntry): Selection {
  return kind === 'frame' ? { ...EMPTY_SELECTION, frames: [id] } : selectSteps(id);
}

/** An empty title removes that of the step or frame. */
function rename({ store }: EditorSession, { id, kind }: OutlineEntry, text: string): void {
  const title = text === '' ? undefined : text;
  if (kind === 'frame') store.edit('Rename frame', (document) => updateFrame(document, id, { title }));
  else store.edit(`Rename ${id}`, (document) => setStepField(document, id, 'name', title));
}
