'use client';

import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { setPipelineField } from '../model/edits';
import { useEditor, useEditorStore } from '../use-editor';
import styles from './top-bar.module.css';

export interface PipelineNameProps {
  /** What the pipeline is called when its document does not say. */
  fallback: string;
}

/** The pipeline's name in the bar; a click or the pencil edits it in place. */
export function PipelineName({ fallback }: PipelineNameProps) {
  const store = useEditorStore();
  const name = useEditor((state) => state.document.name) ?? fallback;
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Focus of the page: the keyboard goes on in the field that was opened.
  useEffect(() => {
    if (editing) input.current?.select();
  }, [editing]);
  const finish = (keep: boolean) => {
    const text = input.current?.value.trim() ?? '';
    setEditing(false);
    if (!keep || text === '' || text === name) return;
    store.edit('Rename pipeline', (document) => setPipelineField(document, 'name', text));
  };
  if (editing) {
    return (
      <input
        ref={input}
        className={styles.nameInput}
        aria-label="Pipeline name"
        defaultValue={name}
        maxLength={255}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true);
          if (event.key === 'Escape') finish(false);
        }}
      />
    );
  }
  return (
    <span className={styles.name}>
      <button type="button" className={styles.nameText} onClick={() => setEditing(true)} title={name}>
        {name}
      </button>
      <IconButton
        icon="pencil"
        iconSize={14}
        size="sm"
        label="Rename pipeline"
        onClick={() => setEditing(true)}
      />
    </span>
  );
}
