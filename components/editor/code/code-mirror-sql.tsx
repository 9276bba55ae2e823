'use client';

import { MySQL, PostgreSQL, type SQLDialect, SQLite, sql } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { CodeMirrorInput, type CodeMirrorInputProps } from './code-mirror-input';
import type { SqlDialectName } from './sql-dialect';

export interface CodeMirrorSqlProps extends CodeMirrorInputProps {
  dialect: SqlDialectName;
}

/** An SQL editor with templates. Loaded on demand, like the expression editor. */
export function CodeMirrorSql({ dialect, ...props }: CodeMirrorSqlProps) {
  return <CodeMirrorInput {...props} language={LANGUAGES[dialect]} />;
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-key)', fontWeight: '500' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-num)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation, tags.paren], color: 'var(--code-punc)' },
]);

// Only syntax and highlighting: completion offers the names of expressions.
const language = (dialect: SQLDialect): Extension => [sql({ dialect }).language, syntaxHighlighting(colours)];

const LANGUAGES: Readonly<Record<SqlDialectName, Extension>> = {
  postgres: language(PostgreSQL),
  mysql: language(MySQL),
  sqlite: language(SQLite),
};
