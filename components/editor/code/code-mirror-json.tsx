'use client';

import { json } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { CodeMirrorText, type CodeMirrorTextProps } from './code-mirror-text';

export type CodeMirrorJsonProps = Omit<CodeMirrorTextProps, 'language'>;

/** The JSON editor. Loaded on demand: `JsonEditor` is shown until then. */
export function CodeMirrorJson(props: CodeMirrorJsonProps) {
  return <CodeMirrorText {...props} language={LANGUAGE} />;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-num)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--code-punc)' },
]);

const LANGUAGE = [json(), syntaxHighlighting(colours)];
