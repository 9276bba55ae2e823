'use client';

import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { standardKeymap } from '@codemirror/commands';
import { type Diagnostic as LintDiagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Graph } from '@/engine';
import { type ChipSource, chips, refreshChips } from '../expression-input/chips';
import { complete } from '../expression-input/complete';
import { exampleElement } from '../expression-input/examples';
import type { ExpressionScope } from '../expression-input/expression-scope';
import { singleDot } from '../expression-input/single-dot';
import { closesAt, type ExpressionMode, expressionRegions } from '../expression-input/tokens';
import { oneLine } from '../form/text';
import { listsAbove } from './lists-above';
import { forgetTarget, referenceTarget } from './reference-target';
import { editorTheme } from './theme';
import { external, writeExternal } from './write-external';

export interface CodeMirrorInputProps extends ChipSource {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Called for Esc when no list is open. */
  onLeave: () => void;
  /** The scope of offered names. */
  scope: ExpressionScope;
  graph: Graph;
  problems: readonly LintDiagnostic[];
  multiline: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  placeholder: string | undefined;
  /** Initial cursor, when the placeholder field had the focus. */
  focusAt: number | undefined;
  className?: string;
  /** Values offered while the text has no expression. */
  offers?: readonly string[] | undefined;
  /** Called for Enter in a one-line field when no list is open. */
  onEnter?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  /** Highlighting of the text around the expressions; a change recreates the editor. */
  language?: Extension;
}

/** The expression editor. Loaded on demand: `ExpressionInput` is shown until then. */
export function CodeMirrorInput(props: CodeMirrorInputProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const {
    id,
    label,
    multiline,
    placeholder: hint,
    focusAt,
    value,
    invalid,
    describedBy,
    problems,
    look,
    language,
  } = props;

  // CodeMirror is outside React: created once for this field, destroyed with it.
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: extensions(() => latest.current, { id, label, multiline, hint, language }),
      }),
    });
    view.current = editor;
    if (focusAt !== undefined) {
      editor.dispatch({ selection: { anchor: Math.min(focusAt, editor.state.doc.length) } });
      editor.focus();
      if (insideOpenTemplate(editor.state, latest.current.mode)) startCompletion(editor);
    }
    return () => {
      forgetTarget(editor);
      editor.destroy();
      view.current = undefined;
    };
  }, [id, label, multiline, hint, focusAt, language]);

  // Text that changed elsewhere (undo, the JSON panel) is written to the editor.
  useEffect(() => {
    if (view.current !== undefined) writeExternal(view.current, value);
  }, [value]);

  // Names, types and problems come from the other steps and may change without this text changing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `look` means that chips must be drawn again.
  useEffect(() => {
    if (view.current === undefined) return;
    const length = view.current.state.doc.length;
    const within = problems.filter((problem) => problem.from <= length && problem.to <= length);
    view.current.dispatch(setDiagnostics(view.current.state, [...within]), {
      effects: refreshChips.of(null),
    });
  }, [problems, look]);

  // The editable element is CodeMirror's own.
  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-invalid', String(invalid));
    if (describedBy === undefined) content?.removeAttribute('aria-describedby');
    else content?.setAttribute('aria-describedby', describedBy);
  }, [invalid, describedBy]);

  return <div ref={host} className={props.className} />;
}

interface Fixed {
  readonly id: string;
  readonly label: string;
  readonly multiline: boolean;
  readonly hint: string | undefined;
  readonly language: Extension | undefined;
}

function extensions(read: () => CodeMirrorInputProps, fixed: Fixed): Extension {
  return [
    editorTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      id: fixed.id,
      'aria-label': fixed.label,
      role: 'textbox',
      spellcheck: 'false',
    }),
    fixed.hint === undefined ? [] : placeholder(fixed.hint),
    fixed.multiline ? EditorView.contentAttributes.of({ 'aria-multiline': 'true' }) : singleLine,
    autocompletion({
      override: [(context) => complete({ ...read(), context })],
      icons: false,
      aboveCursor: true,
      // Between the label and the type.
      addToOptions: [{ render: exampleElement, position: 70 }],
      activateOnTypingDelay: 30,
    }),
    listsAbove,
    // Before the chips, so that underlines and colours are drawn inside chips.
    linter(null),
    fixed.language ?? [],
    chips(() => ({ mode: read().mode, look: (reference, text) => read().look(reference, text) })),
    pairBraces(() => read().mode),
    singleDot(() => read().mode),
    referenceTarget(fixed.label, () => read().mode),
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap])),
    Prec.high(keymap.of(ownKeys(read, fixed.multiline))),
    keymap.of(standardKeymap.filter((binding) => binding.key !== 'Escape')),
    EditorView.updateListener.of((update) => {
      const typed = update.transactions.some((tr) => tr.docChanged && tr.annotation(external) !== true);
      if (typed) read().onChange(update.state.doc.toString());
    }),
    // CodeMirror's own `focusChanged` comes later: after a click on Run, it would come after the run has started.
    EditorView.domEventHandlers({ blur: () => read().onBlur?.() }),
  ];
}

function ownKeys(read: () => CodeMirrorInputProps, multiline: boolean) {
  const run = (act: () => void) => () => {
    act();
    return true;
  };
  const undo = run(() => read().onUndo());
  const redo = run(() => read().onRedo());
  return [
    { key: 'Mod-z', run: undo, shift: redo, stopPropagation: true },
    { key: 'Mod-y', run: redo, stopPropagation: true },
    { key: 'Ctrl-Space', run: startCompletion },
    { key: 'Escape', run: run(() => read().onLeave()) },
    ...(multiline ? [] : [{ key: 'Enter', run: run(() => read().onEnter?.()) }]),
  ];
}

/** Pasted or dropped line breaks become spaces in a one-line field. */
const singleLine: Extension = [
  EditorView.clipboardInputFilter.of((text) => oneLine(text)),
  EditorState.transactionFilter.of((tr) =>
    tr.isUserEvent('input') && tr.newDoc.lines > tr.startState.doc.lines ? [] : tr,
  ),
];

/** A second `{` adds the closing braces and opens the list of names; typing `}` skips an existing one. */
function pairBraces(mode: () => ExpressionMode): Extension {
  return EditorView.inputHandler.of((view, from, to, text) => {
    if (from !== to) return false;
    const { state } = view;
    if (text === '}' && closesAt(state.doc.toString(), from, mode())) {
      view.dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type' });
      return true;
    }
    const before = state.sliceDoc(Math.max(0, from - 1), from);
    if (mode() !== 'template' || text !== '{' || before !== '{' || state.sliceDoc(from, from + 1) === '{')
      return false;
    view.dispatch({
      changes: { from, insert: '{}}' },
      selection: { anchor: from + 1 },
      userEvent: 'input.type',
    });
    startCompletion(view);
    return true;
  });
}

function insideOpenTemplate(state: EditorState, mode: ExpressionMode): boolean {
  const at = state.selection.main.head;
  return expressionRegions(state.doc.toString(), mode).some(
    (part) => part.innerFrom > part.from && at >= part.innerFrom && at <= part.innerTo,
  );
}
