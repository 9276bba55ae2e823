'use client';

import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { expressionPath } from '@/components/json-tree/flatten';
import styles from '@/components/json-tree/json-tree.module.css';
import { TreeLine } from '@/components/json-tree/tree-line';
import { useReferences } from '@/components/json-tree/use-references';
import { useTrace } from '@/components/json-tree/use-trace';
import { listTarget } from '@/components/ui/list-navigation';
import { useCopy } from '@/components/ui/use-copy';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import { MAX_ENTRIES, type PayloadEntry } from '@/lib/contracts/payloads';
import { indexOf, type Line, lineAt, type Place, placeKey } from './layout';
import { LoadingLine } from './loading-line';
import { toRow } from './to-row';
import { type LargeTreeState, pageQuery, type StoredValue } from './use-large-tree';

export interface LargeTreeProps {
  stored: StoredValue;
  tree: LargeTreeState;
  /** `Output of deploy`. */
  label: string;
  /** `steps.deploy.output`. */
  base: string;
  isReference: boolean;
  /** The value on a lineage, where it is not `base`. @default `base` of a reference */
  place?: string | undefined;
  /** The shown match of a search. */
  hit: Place | undefined;
  /** Shows a text in full. */
  onOpen: (at: Place, title: string) => void;
}

const LINE_HEIGHT = 20;
const PAGE_LINES = 15;

/** The entry of a line, once its page is loaded. */
interface LoadedLine extends Line {
  readonly entry: PayloadEntry | undefined;
}

/** A stored value as a tree of which only the visible pages are loaded. Keys as in `JsonTree`. */
export function LargeTree({ stored, tree, label, base, isReference, place, hit, onOpen }: LargeTreeProps) {
  const { layout, active } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const copy = useCopy();
  const references = useReferences(isReference);
  const trace = useTrace(place ?? (isReference ? base : undefined));
  const rowHeight = LINE_HEIGHT * useTextScale();
  const virtual = useVirtualizer({
    count: layout.height,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useRowSize(virtual, rowHeight);
  const items = virtual.getVirtualItems();
  const load = useLines(stored, [...items.map(({ index }) => lineAt(layout, index)), lineAt(layout, active)]);
  const current = load(lineAt(layout, active));
  const keysOf = ({ part, entry }: LoadedLine) => [...part.path, entry?.name ?? ''];
  const pathOf = (line: LoadedLine) => expressionPath(base, keysOf(line));

  // The scroll position of the list.
  useEffect(() => {
    if (layout.height > 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, layout.height, virtual]);

  function use(line: LoadedLine) {
    if (references === undefined) copy(pathOf(line), 'the path');
    else references.use(pathOf(line));
  }

  /** Performs what a key does with the active line. Returns whether it does something. */
  function press(key: string, line: LoadedLine): boolean {
    const target = listTarget(key, { at: active, count: layout.height, page: PAGE_LINES });
    if (target !== undefined) tree.setActive(target);
    else if (key === 'p') copy(pathOf(line), 'the path');
    else if (key === 'i' && references !== undefined) references.use(pathOf(line));
    else if (key === 'w' && trace !== undefined) trace(keysOf(line));
    else return pressOn(key, line);
    return true;
  }

  function pressOn(key: string, line: LoadedLine): boolean {
    const { part, position, entry } = line;
    if (entry === undefined) return false;
    const at = [...part.at, position];
    const isOpened = tree.isOpen(at);
    const open = () => {
      if (entry.type === 'string') onOpen(at, pathOf(line));
      else tree.toggle(line, entry);
    };
    const effects: Readonly<Record<string, () => void>> = {
      Enter: open,
      ' ': open,
      ArrowRight: () => (isOpened ? tree.setActive(active + 1) : tree.toggle(line, entry)),
      ArrowLeft: () => {
        if (isOpened) tree.toggle(line, entry);
        else if (part.at.length > 0) tree.setActive(indexOf(layout, part.at));
      },
    };
    if (!Object.hasOwn(effects, key)) return false;
    effects[key]?.();
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey || !press(event.key, current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isActiveDrawn = items.some(({ index }) => index === active);
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-keyshortcuts={['p', ...(references ? ['i'] : []), ...(trace ? ['w'] : [])].join(' ')}
      tabIndex={0}
      aria-activedescendant={isActiveDrawn ? `${id}-${active}` : undefined}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const line = load(lineAt(layout, item.index));
          const lineId = `${id}-${item.index}`;
          const { part, position, entry } = line;
          const at = [...part.at, position];
          if (entry === undefined) {
            return <LoadingLine key={item.index} id={lineId} depth={part.at.length} top={item.start} />;
          }
          return (
            <TreeLine
              key={item.index}
              id={lineId}
              row={toRow(line, entry, tree.isOpen(at))}
              top={item.start}
              active={item.index === active}
              isHit={hit !== undefined && placeKey(hit) === placeKey(at)}
              onActivate={() => tree.setActive(item.index)}
              onToggle={() => tree.toggle(line, entry)}
              action={references?.action ?? 'copy path'}
              onAction={() => use(line)}
              onTrace={trace && (() => trace(keysOf(line)))}
              reference={references && pathOf(line)}
              onOpen={() => onOpen(at, pathOf(line))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Loads the pages of the visible lines, and the active one. */
function useLines(stored: StoredValue, lines: readonly Line[]): (line: Line) => LoadedLine {
  const wanted = new Map(
    lines.map(({ part, position }) => {
      const query = pageQuery(stored, part.at, position);
      return [JSON.stringify(query.queryKey), query] as const;
    }),
  );
  const keys = [...wanted.keys()];
  const pages = useQueries({ queries: [...wanted.values()] });
  return (line) => {
    const key = JSON.stringify(pageQuery(stored, line.part.at, line.position).queryKey);
    const page = pages[keys.indexOf(key)]?.data;
    return { ...line, entry: page?.entries[line.position % MAX_ENTRIES] };
  };
}
