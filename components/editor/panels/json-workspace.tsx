'use client';

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { Diagnostic as LintDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Diagnostic } from '@/engine';
import { CodeMirrorJson } from '../code/code-mirror-json';
import { useLeave } from '../expression-input/use-leave';
import { selectSteps } from '../model/selection';
import { useDiagnostics, useEditor, useEditorStore, useInteraction, useSession } from '../use-editor';
import styles from './json-panel.module.css';
import { placeOf, type Slice, type StepPlace, stepAt, stepPlaces } from './json-places';
import { useJsonText } from './use-json-text';

/** The pipeline as text, synchronised with the canvas in both directions. */
export function JsonWorkspace() {
  const { readOnly } = useSession();
  // A previewed version covers the draft: an edit would not be visible.
  const isPreview = useInteraction(({ version }) => version !== undefined);
  const isReadOnly = readOnly || isPreview;
  const store = useEditorStore();
  const leave = useLeave();
  const view = useRef<EditorView>(undefined);
  const json = useJsonText(store, view);
  const problems = useUnderlined(view, json.text, json.draft?.offset, json.draft?.error.message);
  const selected = useEditor((state) =>
    state.selection.steps.length === 1 ? state.selection.steps[0] : undefined,
  );

  // The selection belongs to the canvas; the text follows it only while the text has no focus.
  useEffect(() => {
    if (selected !== undefined && view.current !== undefined && !view.current.hasFocus)
      revealStep(view.current, selected);
  }, [selected]);

  const follow = (offset: number, state: EditorState) => {
    const step = stepAtPosition(state, offset);
    if (step !== undefined && store.getState().document.steps.some((one) => one.id === step.id))
      store.select(selectSteps(step.id));
  };
  return (
    <div className={styles.panel}>
      <CodeMirrorJson
        key={isReadOnly ? 'read-only' : 'editable'}
        id="pipeline-json"
        label="Pipeline JSON"
        // A panel that is shown again has a new editor.
        value={isReadOnly ? json.text : (json.draft?.text ?? json.text)}
        onEdit={json.onEdit}
        onBlur={json.flush}
        onUndo={store.undo}
        onRedo={store.redo}
        onLeave={leave}
        problems={problems}
        invalid={json.draft !== undefined}
        describedBy={json.draft === undefined ? undefined : 'pipeline-json-error'}
        minLines={1}
        focusAt={undefined}
        gutters
        readOnly={isReadOnly}
        hasDraft={json.isTyping}
        onCursor={follow}
        onView={(next) => {
          view.current = next;
        }}
        className={styles.editor}
      />
      {json.draft !== undefined && (
        <div id="pipeline-json-error" className={styles.error} role="status">
          <Icon name="err" size={14} />
          <span className={styles.message}>
            {json.draft.error.message}{' '}
            <span className={styles.quiet}>Not applied. The canvas shows the last valid version.</span>
          </span>
          <Button size="sm" onClick={() => goTo(view.current, json.draft?.offset)}>
            Go to line {json.draft.error.line}
          </Button>
          <Button size="sm" variant="quiet" onClick={json.discard}>
            Discard changes
          </Button>
        </div>
      )}
    </div>
  );
}

function goTo(view: EditorView | undefined, offset: number | undefined): void {
  if (view === undefined) return;
  view.dispatch({
    selection: { anchor: Math.min(offset ?? 0, view.state.doc.length) },
    scrollIntoView: true,
  });
  view.focus();
}

/** Underlines problems in the text; while the text is invalid, only the position of the error. */
function useUnderlined(
  view: React.RefObject<EditorView | undefined>,
  text: string,
  offset: number | undefined,
  message: string | undefined,
): readonly LintDiagnostic[] {
  const diagnostics = useDiagnostics();
  const [problems, setProblems] = useState<readonly LintDiagnostic[]>([]);
  // Places are read from CodeMirror's syntax tree, which exists only after the text is in the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text moves every place.
  useEffect(() => {
    if (view.current === undefined) return;
    const { state } = view.current;
    if (message !== undefined)
      setProblems([
        {
          from: Math.min(offset ?? 0, state.doc.length),
          to: Math.min((offset ?? 0) + 1, state.doc.length),
          severity: 'error',
          message,
        },
      ]);
    else setProblems(underline(state, diagnostics));
  }, [diagnostics, text, offset, message, view]);
  return problems;
}

/** Time limit for parsing beyond the visible part, in milliseconds. */
const TREE_MS = 120;

/** Limit of underlined problems; the problems panel lists all of them. */
const MAX_UNDERLINED = 300;

function treeOf(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, TREE_MS) ?? syntaxTree(state);
}

function sliceOf(state: EditorState): Slice {
  return (from, to) => state.sliceDoc(from, to);
}

function stepAtPosition(state: EditorState, position: number): StepPlace | undefined {
  return stepAt(stepPlaces(treeOf(state), sliceOf(state)), position);
}

/** Scrolls to the JSON of a step, unless the cursor is already in it, without moving the focus. */
function revealStep(view: EditorView, id: string): void {
  const { state } = view;
  const places = stepPlaces(treeOf(state), sliceOf(state));
  const place = places.find((one) => one.id === id) ?? searched(state, id);
  if (place === undefined) return;
  const { head } = state.selection.main;
  if (head >= place.from && head <= place.to) return;
  view.dispatch({
    selection: { anchor: place.from },
    effects: EditorView.scrollIntoView(place.from, { y: 'start', yMargin: 24 }),
  });
}

/** Searches for the id when the text is too long to be parsed completely. */
function searched(state: EditorState, id: string): { from: number; to: number } | undefined {
  if (treeOf(state).length >= state.doc.length) return undefined;
  const text = state.doc.toString();
  const at = text.indexOf(`"id": ${JSON.stringify(id)}`);
  const from = at < 0 ? -1 : text.lastIndexOf('{', at);
  return from < 0 ? undefined : { from, to: at };
}

/** Underlines the problems of the document. */
function underline(state: EditorState, problems: readonly Diagnostic[]): LintDiagnostic[] {
  const tree = treeOf(state);
  const slice = sliceOf(state);
  return problems.slice(0, MAX_UNDERLINED).flatMap((problem) => {
    const place = placeOf(problem, tree, slice);
    const message = problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`;
    return place === undefined ? [] : [{ ...place, severity: problem.severity, message }];
  });
}
