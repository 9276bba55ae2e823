'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { titleOf } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { patch } from '@/components/ui/observable';
import { Textarea } from '@/components/ui/textarea';
import type { GraphEdge } from '@/engine';
import { useLeave } from '../expression-input/use-leave';
import { selectGraph, selectStep } from '../model/derived';
import { disconnect, refuseDisconnect, removeNotes, updateNote } from '../model/edits';
import { EMPTY_SELECTION, selectedCount, selectSteps } from '../model/selection';
import type { EditorStore } from '../model/store';
import { SaveConflicts } from '../saving/save-conflicts';
import {
  useDescriptors,
  useEditor,
  useEditorStore,
  useObservable,
  usePanelState,
  useSession,
} from '../use-editor';
import { focusField, focusRequest, focusWithin } from './focus-field';
import { FrameInspector } from './frame-inspector';
import styles from './inspector.module.css';
import { PipelineInspector } from './pipeline-inspector';
import { SelectionInspector } from './selection-inspector';
import { StepInspector } from './step-inspector';

/** The form of the selection; of the pipeline when nothing is selected. */
export function Inspector() {
  const store = useEditorStore();
  const root = useRef<HTMLElement>(null);
  const selection = useEditor((state) => state.selection);
  const count = selectedCount(selection);
  const [stepId] = selection.steps;
  const [noteId] = selection.notes;
  const [frameId] = selection.frames;
  const [edgeId] = selection.edges;
  const step = useEditor((state) => (stepId === undefined ? undefined : selectStep(state.document, stepId)));
  useFocusRequests(root);
  const leave = useLeave();
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu or a list that is open has used the key.
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      leave();
    } else if (event.ctrlKey || event.metaKey) onModKey(event, store);
  };
  let content = <PipelineInspector />;
  if (count > 1) content = <SelectionInspector selection={selection} />;
  else if (step !== undefined) content = <StepInspector step={step} />;
  else if (noteId !== undefined) content = <NoteInspector key={noteId} id={noteId} />;
  else if (frameId !== undefined) content = <FrameInspector key={frameId} id={frameId} />;
  else if (edgeId !== undefined) content = <EdgeInspector key={edgeId} id={edgeId} />;
  return (
    <section ref={root} className={styles.inspector} aria-label="Inspector" onKeyDown={onKeyDown}>
      {count <= 1 && <SaveConflicts stepId={step?.id} />}
      {content}
    </section>
  );
}

/** Handles undo, redo, and the first quick fix of the field. */
function onModKey(event: KeyboardEvent, store: EditorStore): void {
  if (event.key === '.' && fixNearest(event.target)) {
    event.preventDefault();
    return;
  }
  const key = event.altKey ? '' : event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  // The browser undoes one input; the editor undoes edits of the document.
  event.preventDefault();
  event.stopPropagation();
  if (key === 'y' || event.shiftKey) store.redo();
  else store.undo();
}

/** Handles requests to focus a field: selects its step, opens its tab, and focuses it once it is rendered. */
function useFocusRequests(root: React.RefObject<HTMLElement | null>): void {
  const { store, panelState } = useSession();
  const request = useObservable(focusRequest, (value) => value);
  const shown = useEditor((state) => state.selection.steps.join(' '));
  const tab = usePanelState((panels) => panels.inspectorTab);
  // A request that can no longer be handled must not move the focus later.
  useEffect(() => () => focusRequest.set(undefined), []);
  // Selecting a step renders its form, so the field can be focused only after that.
  useEffect(() => {
    if (request === undefined) return;
    const { stepId, path } = request;
    if (shown !== (stepId ?? '')) store.select(stepId === undefined ? EMPTY_SELECTION : selectSteps(stepId));
    else if (stepId !== undefined && tab !== 'step') patch(panelState, { inspectorTab: 'step' });
    else return whenShown(() => root.current !== null && focusWithin(root.current, path));
  }, [request, shown, tab, store, panelState, root]);
}

/** Largest number of frames until a field is rendered: tabs and lazy components render later. */
const MAX_FRAMES = 20;

/** Tries in each frame until it succeeds, then drops the request. Returns a function that stops. */
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

interface NoteInspectorProps {
  id: string;
}

/** The text of a note on the canvas. */
function NoteInspector({ id }: NoteInspectorProps) {
  const store = useEditorStore();
  const note = useEditor((state) => state.document.layout?.notes?.find((one) => one.id === id));
  if (note === undefined) return null;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>Note</h2>
      <Field
        label="Text"
        hint="Markdown: # heading, lists, **bold**, *italic*, `code` and [links](https://…)."
      >
        {(control) => (
          <Textarea
            id={control.id}
            aria-describedby={control['aria-describedby']}
            rows={10}
            value={note.text}
            onChange={(event) =>
              store.edit('Edit note', (document) => updateNote(document, id, { text: event.target.value }), {
                coalesce: `note.${id}`,
              })
            }
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button
          size="sm"
          onClick={() =>
            store.edit('Delete note', (document) => removeNotes(document, [id]), { select: EMPTY_SELECTION })
          }
        >
          Delete note
        </Button>
      </div>
    </div>
  );
}

interface EdgeInspectorProps {
  /** Edge id of the graph. */
  id: string;
}

/** An edge: its meaning, where it is written, and a button to remove it. */
function EdgeInspector({ id }: EdgeInspectorProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const edge = selectGraph(document, descriptors).edges.find((one) => one.id === id);
  if (edge === undefined) return null;
  const from = titleOf(document, edge.from, descriptors);
  const to = titleOf(document, edge.to, descriptors);
  const refused = refuseDisconnect(edge);
  const owner = edge.kind === 'branch' ? edge.from : edge.to;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>
        {from} → {to}
      </h2>
      <p className={styles.text}>{meaning(edge, from, to)}</p>
      {refused !== undefined && <p className={styles.note}>{refused}</p>}
      <div className={styles.actions}>
        {refused === undefined && (
          <Button
            size="sm"
            onClick={() =>
              store.edit(
                `Disconnect ${edge.from} and ${edge.to}`,
                (current) => disconnect(current, edge, descriptors),
                { select: EMPTY_SELECTION },
              )
            }
          >
            Remove edge
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => focusField(owner, edge.path)}>
          Show {edge.path} of {owner}
        </Button>
      </div>
    </div>
  );
}

function meaning(edge: GraphEdge, from: string, to: string): string {
  switch (edge.kind) {
    case 'depends_on':
      return `${to} runs after ${from} (depends_on).`;
    case 'branch':
      return `${to} runs when ${from} takes the branch “${edge.branch ?? ''}”, and is skipped otherwise.`;
    case 'source':
      return `${to} combines the output of ${from} and runs after ${from}.`;
    case 'handler':
      return `${to} reads the status of ${from} and runs after ${from}, whether it completed or failed.`;
    case 'reference':
      return `${to} reads ${edge.label ?? 'the output'} of ${from} and runs after ${from}.`;
  }
}
