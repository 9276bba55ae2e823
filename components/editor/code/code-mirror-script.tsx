'use client';

import { indentLess, indentMore } from '@codemirror/commands';
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useMemo } from 'react';
import { CodeMirrorText, type CodeMirrorTextProps } from './code-mirror-text';
import { functionLanguage, type ScriptProblem, scriptProblems } from './script-problems';

export interface CodeMirrorScriptProps extends Omit<CodeMirrorTextProps, 'language'> {
  /** Called with the syntax problems of the text. */
  onSyntax: (problems: readonly ScriptProblem[]) => void;
}

/** A JavaScript editor that marks errors. Loaded on demand: `ScriptEditor` is shown until then. */
export function CodeMirrorScript({ onSyntax, problems, ...props }: CodeMirrorScriptProps) {
  const { value } = props;
  const syntax = useMemo(() => scriptProblems(value), [value]);
  // The parser is loaded with this editor, so syntax problems are known only here.
  useEffect(() => onSyntax(syntax), [syntax, onSyntax]);
  const marked = useMemo(
    () => [...problems, ...syntax.map((problem) => ({ ...problem, severity: 'error' as const }))],
    [problems, syntax],
  );
  return <CodeMirrorText {...props} problems={marked} language={LANGUAGE} />;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: 'var(--code-key)' },
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-num)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--code-punc)' },
]);

const setLeaving = StateEffect.define<boolean>();

/** Esc was pressed: Tab now moves to the next field, and another Esc to the canvas. */
const leaving = StateField.define<boolean>({
  create: () => false,
  update: (value, tr) =>
    tr.effects.reduce((now, effect) => (effect.is(setLeaving) ? effect.value : now), value && !tr.docChanged),
});

/** Tab indents until Esc is pressed, so that the keyboard is never trapped in the field. */
const tabs: Extension = [
  leaving,
  Prec.highest(
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          if (view.state.field(leaving)) return false;
          view.dispatch({ effects: setLeaving.of(true) });
          return true;
        },
      },
      {
        key: 'Tab',
        run: (view) => !view.state.field(leaving) && indentMore(view),
        shift: (view) => !view.state.field(leaving) && indentLess(view),
      },
    ]),
  ),
  EditorView.domEventHandlers({
    blur(_event, view) {
      view.dispatch({ effects: setLeaving.of(false) });
    },
  }),
];

const LANGUAGE = [tabs, new LanguageSupport(functionLanguage), syntaxHighlighting(colours)];
