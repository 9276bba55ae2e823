'use client';

import { useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { addAfter } from '../commands/add-step';
import { selectGraph, selectStep } from '../model/derived';
import { framesByStep, framesOf } from '../model/frames';
import { useCommandContext } from '../use-commands';
import { useEditor, useSession } from '../use-editor';
import styles from './outline.module.css';
import { type OutlineEntry, outlineRows } from './outline-rows';
import { OutlineTree } from './outline-tree';
import { labelOf } from './use-outline-tree';

/** Every step as a tree by branches and frames, with its problems or status, a filter, and the commands of the canvas. */
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
      <OutlineTree rows={rows} tree={tree} />
    </div>
  );
}

/** The rows that match a filter. */
function useRows(query: string): { rows: readonly OutlineEntry[]; isEmpty: boolean } {
  const session = useSession();
  const { descriptors } = session;
  const document = useEditor((state) => state.document);
  const all = useMemo(() => {
    const frames = { ids: framesOf(document).map(({ id }) => id), home: framesByStep(document) };
    return outlineRows(selectGraph(document, descriptors), frames);
  }, [document, descriptors]);
  const rows = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return all;
    return all.filter((row) => {
      const title = labelOf(row, document, session);
      const text =
        row.kind === 'frame' ? title : `${title} ${row.id} ${selectStep(document, row.id)?.action}`;
      return words.every((word) => text.toLowerCase().includes(word));
    });
  }, [all, query, document, session]);
  return { rows, isEmpty: all.length === 0 };
}
