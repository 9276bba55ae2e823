'use client';

import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { formatPipeline, type PipelineDocument } from '@/engine';
import { writeExternal } from '../code/write-external';
import type { EditorStore } from '../model/store';
import { pageTimers } from '../session';
import { useDescriptors } from '../use-editor';
import { readDelay, readText } from './json-sync';
import { type OpenText, openText, setOpenText } from './open-text';

export interface JsonText {
  /** The last text from the document; typed text is in the editor. */
  readonly text: string;
  readonly draft: OpenText | undefined;
  /** Typed text is not applied yet. */
  readonly isTyping: boolean;
  onEdit(state: EditorState): void;
  /** Applies typed text immediately. */
  flush(): void;
  /** Discards text that cannot be applied. */
  discard(): void;
}

/** Delay before the text is rewritten after a change elsewhere, in milliseconds. */
const WRITE_DELAY = 80;

/** Synchronises the text of the JSON panel with the document, in both directions. */
export function useJsonText(store: EditorStore, view: RefObject<EditorView | undefined>): JsonText {
  const descriptors = useDescriptors();
  const [draft, setDraft] = useState(() => openText(store));
  const [text, setText] = useState(() => draft?.text ?? formatPipeline(store.getState().document));
  const [isTyping, setIsTyping] = useState(draft !== undefined);
  // The document of the text in the editor.
  const applied = useRef<PipelineDocument>(draft?.base ?? store.getState().document);
  const timer = useRef<unknown>(undefined);
  const typed = useRef(draft !== undefined);

  const keep = useCallback(
    (next: OpenText | undefined) => {
      setOpenText(store, next);
      setDraft(next);
    },
    [store],
  );

  const flush = useCallback(() => {
    pageTimers.stop(timer.current);
    // The editor of a previewed version does not have the typed text.
    if (!typed.current || view.current === undefined || view.current.state.readOnly) return;
    const written = view.current.state.doc.toString();
    const base = openText(store)?.base ?? applied.current;
    const { document: current } = store.getState();
    const result = readText({ text: written, base, current, descriptors });
    if (!result.ok) {
      keep({ ...result.draft, offset: result.offset, base });
      return;
    }
    typed.current = false;
    setIsTyping(false);
    const isMerged = base !== current;
    applied.current = result.document;
    store.edit('Edit JSON', () => result.document, { coalesce: '#json' });
    keep(undefined);
    setText(isMerged ? formatPipeline(result.document) : written);
  }, [store, view, keep, descriptors]);

  const onEdit = useCallback(
    (state: EditorState) => {
      typed.current = true;
      setIsTyping(true);
      pageTimers.stop(timer.current);
      timer.current = pageTimers.start(flush, readDelay(state.doc.length));
    },
    [flush],
  );

  const discard = useCallback(() => {
    pageTimers.stop(timer.current);
    typed.current = false;
    setIsTyping(false);
    keep(undefined);
    const { document } = store.getState();
    applied.current = document;
    const next = formatPipeline(document);
    setText(next);
    // The text may equal the one before typing: React then writes nothing, so it is written to the editor.
    if (view.current !== undefined) writeExternal(view.current, next);
  }, [store, view, keep]);

  // The document changes outside React: canvas, forms, undo.
  useEffect(() => {
    let writing: unknown;
    const write = () => {
      const { document } = store.getState();
      if (typed.current || document === applied.current) return;
      applied.current = document;
      setText(formatPipeline(document));
    };
    const unsubscribe = store.subscribe(() => {
      if (store.getState().document === applied.current || typed.current) return;
      pageTimers.stop(writing);
      writing = pageTimers.start(write, WRITE_DELAY);
    });
    write();
    // Before the handler that checks whether something would be lost.
    window.addEventListener('beforeunload', flush, { capture: true });
    return () => {
      unsubscribe();
      window.removeEventListener('beforeunload', flush, { capture: true });
      pageTimers.stop(writing);
      flush();
    };
  }, [store, flush]);

  return { text, draft, isTyping, onEdit, flush, discard };
}
