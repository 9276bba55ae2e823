'use client';

import {
  history,
  historyKeymap,
  redo,
  redoDepth,
  standardKeymap,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { bracketMatching, foldGutter, indentOnInput } from '@codemirror/language';
import { type Diagnostic as LintDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder as shownWhenEmpty,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorTheme } from './theme';
import { external, writeExternal } from './write-external';

export interface CodeMirrorTextProps {
  id: string;
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** Like `onChange`, without building the text, which is slow for a large document. */
  onEdit?: (state: EditorState) => void;
  onBlur?: () => void;
  /** Undo in the document, when this text has no unapplied changes. */
  onUndo: () => void;
  onRedo: () => void;
  onLeave: () => void;
  problems: readonly LintDiagnostic[];
  invalid: boolean;
  describedBy: string | undefined;
  minLines: number;
  focusAt: number | undefined;
  /** Line numbers and folding, for whole documents. */
  gutters?: boolean;
  /** Called when a person moved the cursor. */
  onCursor?: (offset: number, state: EditorState) => void;
  /** Called with the view, and with undefined when it is destroyed. */
  onView?: (view: EditorView | undefined) => void;
  /** The text has unapplied changes: undo then applies to the text. */
  hasDraft?: boolean;
  readOnly?: boolean;
  className?: string;
  /** The language with highlighting and keys; a change recreates the editor. */
  language: Extension;
  placeholder?: string | undefined;
}

/** A multi-line text editor for a language. Loaded on demand: a text area is shown until then. */
export function CodeMirrorText(props: CodeMirrorTextProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const {
    id,
    label,
    minLines,
    gutters,
    focusAt,
    value,
    invalid,
    describedBy,
    problems,
    language,
    placeholder,
  } = props;

  // CodeMirror is outside React: created once for this field, destroyed with it.
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: extensions(() => latest.current, {
          id,
          label,
          minLines,
          language,
          placeholder,
          gutters: gutters === true,
        }),
      }),
    });
    view.current = editor;
    latest.current.onView?.(editor);
    if (focusAt !== undefined) {
      editor.dispatch({ selection: { anchor: Math.min(focusAt, editor.state.doc.length) } });
      editor.focus();
    }
    return () => {
      latest.current.onView?.(undefined);
      editor.destroy();
      view.current = undefined;
    };
  }, [id, label, minLines, gutters, focusAt, language, placeholder]);

  // Text that changed elsewhere is written as the smallest change, so that cursor and scroll position stay.
  useEffect(() => {
    if (view.current !== undefined) writeExternal(view.current, value);
  }, [value]);

  // Problems come from validation, after the text.
  useEffect(() => {
    if (view.current === undefined) return;
    const length = view.current.state.doc.length;
    const within = problems.filter((problem) => problem.from <= length && problem.to <= length);
    view.current.dispatch(setDiagnostics(view.current.state, [...within]));
  }, [problems]);

  // The editable element is CodeMirror's own.
  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-invalid', String(invalid));
    if (describedBy === undefined) content?.removeAttribute('aria-describedby');
    else content?.setAttribute('aria-describedby', describedBy);
  }, [invalid, describedBy]);

  return <div ref={host} className={props.className} />;
}

/** Full height with its own scrolling. */
const frame = EditorView.theme({
  '&': { height: '100%' },
  '.cm-scroller': { overflow: 'auto', padding: '6px 0' },
  '.cm-content': { padding: '0' },
  '.cm-line': { padding: '0 10px' },
  '.cm-gutters': { paddingLeft: '4px' },
});

interface Fixed {
  readonly id: string;
  readonly label: string;
  readonly minLines: number;
  readonly gutters: boolean;
  readonly language: Extension;
  readonly placeholder: string | undefined;
}

/** Of `--m-12`, in rem. */
const LINE_HEIGHT = 1.125;

function extensions(read: () => CodeMirrorTextProps, fixed: Fixed): Extension {
  const minHeight = EditorView.theme({ '.cm-content': { minHeight: `${fixed.minLines * LINE_HEIGHT}rem` } });
  return [
    minHeight,
    frame,
    editorTheme,
    fixed.language,
    fixed.placeholder === undefined ? [] : shownWhenEmpty(fixed.placeholder),
    bracketMatching(),
    indentOnInput(),
    drawSelection(),
    history(),
    EditorState.tabSize.of(2),
    EditorState.readOnly.of(read().readOnly === true),
    EditorView.contentAttributes.of({
      id: fixed.id,
      'aria-label': fixed.label,
      role: 'textbox',
      'aria-multiline': 'true',
      spellcheck: 'false',
      // Text that cannot be edited is scrolled by keyboard too.
      tabindex: '0',
    }),
    fixed.gutters ? [lineNumbers(), foldGutter(), highlightActiveLine()] : EditorView.lineWrapping,
    keymap.of(ownKeys(read)),
    keymap.of([
      ...standardKeymap.filter((binding) => binding.key !== 'Escape'),
      ...lintKeymap,
      ...historyKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      const typed = update.transactions.some((tr) => tr.docChanged && tr.annotation(external) !== true);
      if (typed) {
        read().onChange?.(update.state.doc.toString());
        read().onEdit?.(update.state);
      }
      if (update.focusChanged && !update.view.hasFocus) read().onBlur?.();
      const moved = update.selectionSet && update.view.hasFocus;
      if (moved || typed) read().onCursor?.(update.state.selection.main.head, update.state);
    }),
  ];
}

function ownKeys(read: () => CodeMirrorTextProps) {
  const back = (view: EditorView) => {
    if (read().hasDraft === true && undoDepth(view.state) > 0) return undo(view);
    read().onUndo();
    return true;
  };
  const forth = (view: EditorView) => {
    if (read().hasDraft === true && redoDepth(view.state) > 0) return redo(view);
    read().onRedo();
    return true;
  };
  const leave = () => {
    read().onLeave();
    return true;
  };
  return [
    { key: 'Mod-z', run: back, shift: forth, stopPropagation: true },
    { key: 'Mod-y', run: forth, stopPropagation: true },
    { key: 'Escape', run: leave },
  ];
}
