'use client';

import type { Diagnostic as LintDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useLeave } from '../expression-input/use-leave';
import { CodeMirrorJson } from '../form/code-mirror-json';
import { selectSteps } from '../model/selection';
import { useDiagnostics, useEditor, useEditorStore, useSession } from '../use-editor';
import { revealStep, stepAtPosition, underline } from './json-document';
import styles from './json-panel.module.css';
import { useJsonText } from './use-json-text';

/** The whole pipeline as text, kept the same as the canvas in both directions. */
export function JsonWorkspace() {
  const { readOnly } = useSession();
  const store = useEditorStore();
  const leave = useLeave();
  const view = useRef<EditorView>(undefined);
  const json = useJsonText(store, view);
  const problems = useUnderlined(view, json.text, json.draft?.offset, json.draft?.error.message);
  const selected = useEditor((state) =>
    state.selection.steps.length === 1 ? state.selection.steps[0] : undefined,
  );

  // The selection is the canvas's; the text only follows it while somebody works elsewhere.
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
        id="pipeline-json"
        label="Pipeline JSON"
        value={json.text}
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
        readOnly={readOnly}
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

/** Problems at their places in the text; while the text cannot be read, only where it stops being readable. */
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
