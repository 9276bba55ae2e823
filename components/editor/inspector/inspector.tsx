'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLeave } from '../expression-input/use-leave';
import { selectStep } from '../model/derived';
import { EMPTY_SELECTION, selectSteps } from '../model/selection';
import { useEditor, useEditorStore, useObservable } from '../use-editor';
import { EdgeInspector } from './edge-inspector';
import { focusRequest, focusWithin } from './focus-field';
import styles from './inspector.module.css';
import { NoteInspector } from './note-inspector';
import { PipelineInspector } from './pipeline-inspector';
import { SelectionInspector } from './selection-inspector';
import { StepInspector } from './step-inspector';

/** Shows what is selected and lets it be edited; the pipeline itself when nothing is. */
export function Inspector() {
  const store = useEditorStore();
  const root = useRef<HTMLElement>(null);
  const selection = useEditor((state) => state.selection);
  const count = selection.steps.length + selection.notes.length + selection.edges.length;
  const [stepId] = selection.steps;
  const [noteId] = selection.notes;
  const [edgeId] = selection.edges;
  const step = useEditor((state) => (stepId === undefined ? undefined : selectStep(state.document, stepId)));
  useFocusRequests(root);
  const leave = useLeave();
  const onKeyDown = (event: KeyboardEvent) => {
    // Whatever is open nearer, such as a menu or a list of names, has taken the key for itself.
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      leave();
      return;
    }
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
    const isRedo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'y';
    if ((event.ctrlKey || event.metaKey) && event.key === '.' && fixNearest(event.target)) {
      event.preventDefault();
      return;
    }
    if (!isUndo && !isRedo) return;
    // The browser's own undo knows only one input; the editor's knows the document.
    event.preventDefault();
    event.stopPropagation();
    if (isRedo || event.shiftKey) store.redo();
    else store.undo();
  };
  return (
    <section ref={root} className={styles.inspector} aria-label="Inspector" onKeyDown={onKeyDown}>
      {count > 1 && <SelectionInspector selection={selection} />}
      {count === 1 && step !== undefined && <StepInspector step={step} />}
      {count === 1 && noteId !== undefined && <NoteInspector key={noteId} id={noteId} />}
      {count === 1 && edgeId !== undefined && <EdgeInspector key={edgeId} id={edgeId} />}
      {(count === 0 || (count === 1 && stepId !== undefined && step === undefined)) && <PipelineInspector />}
    </section>
  );
}

/** Meets requests to go to a field: selects its step, opens its tab, and moves the keyboard there once it is shown. */
function useFocusRequests(root: React.RefObject<HTMLElement | null>): void {
  const store = useEditorStore();
  const request = useObservable(focusRequest, (value) => value);
  const shown = useEditor((state) => state.selection.steps.join(' '));
  const tab = useEditor((state) => state.panel.inspectorTab);
  // A request nobody can meet any more must not steal the keyboard later.
  useEffect(() => () => focusRequest.set(undefined), []);
  // Selecting changes what is on the page, so the field can be focused only after that is drawn.
  useEffect(() => {
    if (request === undefined) return;
    const { stepId, path } = request;
    if (shown !== (stepId ?? '')) store.select(stepId === undefined ? EMPTY_SELECTION : selectSteps(stepId));
    else if (stepId !== undefined && tab !== 'step')
      store.set({ panel: { ...store.getState().panel, inspectorTab: 'step' } });
    else return whenShown(() => root.current !== null && focusWithin(root.current, path));
  }, [request, shown, tab, store, root]);
}

/** Frames a field may take to appear: tabs and lazy parts draw a little later. */
const MAX_FRAMES = 20;

/** Tries in the coming frames until it works, then drops the request. Returns how to stop. */
function whenShown(focus: () => boolean): () => void {
  let frames = 0;
  let frame = requestAnimationFrame(function attempt() {
    frames += 1;
    if (focus() || frames >= MAX_FRAMES) focusRequest.set(undefined);
    else frame = requestAnimationFrame(attempt);
  });
  return () => cancelAnimationFrame(frame);
}

/** Applies the first quick fix of the field around an element (Mod+.). Returns whether there was one. */
function fixNearest(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false;
  const fix = target.closest('[data-field]')?.querySelector<HTMLElement>('[data-fix]');
  fix?.click();
  return fix !== null && fix !== undefined;
}
