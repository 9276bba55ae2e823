import type { SqlConnection } from '../../ports';

export type SqlDialect = SqlConnection['dialect'];

/** Stands for a bound value while text is scanned. No dialect allows it in SQL. */
export const HOLE = '\0';

/** What a piece of SQL is. `mark` is a placeholder that the author wrote by hand. */
export type SqlTokenKind = 'space' | 'comment' | 'text' | 'name' | 'word' | 'mark' | 'hole' | 'sign';

export interface SqlToken {
  readonly kind: SqlTokenKind;
  readonly text: string;
  /** Where it begins, in characters. */
  readonly start: number;
}

type Rule = readonly [SqlTokenKind, RegExp];

const WORD: Rule = ['word', /[\p{L}_][\p{L}\p{N}_$]*|\d[\p{L}\p{N}_.]*/uy];
const COMMON: readonly Rule[] = [
  ['space', /\s+/y],
  ['hole', new RegExp(HOLE, 'y')],
];
const DASHES: Rule = ['comment', /--[^\n]*/y];
const BLOCK: Rule = ['comment', /\/\*[\s\S]*?(?:\*\/|$)/y];
const QUOTED: Rule = ['text', /'(?:[^']|'')*'?/y];
const NAME: Rule = ['name', /"(?:[^"]|"")*"?/y];
const BACKTICKS: Rule = ['name', /`(?:[^`]|``)*`?/y];
const SIGN: Rule = ['sign', /[\s\S]/uy];

/** In order: the first that matches counts. An opening without an end goes on to the end of the text. */
const RULES: Readonly<Record<SqlDialect, readonly Rule[]>> = {
  postgres: [
    ...COMMON,
    DASHES,
    ['text', /[eE]'(?:[^'\\]|\\[\s\S]|'')*'?/y],
    QUOTED,
    ['text', /\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$[\s\S]*?(?:\$\k<tag>\$|$)/uy],
    NAME,
    ['mark', /\$\d+/y],
    WORD,
    SIGN,
  ],
  mysql: [
    ...COMMON,
    ['comment', /--(?=\s|$)[^\n]*|#[^\n]*/y],
    // What stands in /*! … */ is carried out: the signs around it are all that is skipped.
    ['space', /\/\*M?!\d*|\*\//y],
    BLOCK,
    ['text', /'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?/y],
    BACKTICKS,
    ['mark', /\?/y],
    WORD,
    SIGN,
  ],
  sqlite: [
    ...COMMON,
    DASHES,
    BLOCK,
    QUOTED,
    NAME,
    BACKTICKS,
    ['name', /\[[^\]]*\]?/y],
    ['mark', /\?\d*|[:@$][\p{L}_][\p{L}\p{N}_]*/uy],
    WORD,
    SIGN,
  ],
};

/** Takes SQL apart as far as finding quotes and comments needs. Each character is in exactly one token. */
export function scanSql(text: string, dialect: SqlDialect): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let start = 0; start < text.length; ) {
    const token = nextToken(text, start, dialect);
    tokens.push(token);
    start += token.text.length;
  }
  return tokens;
}

function nextToken(text: string, start: number, dialect: SqlDialect): SqlToken {
  // PostgreSQL alone nests comments, which no pattern can follow.
  if (dialect === 'postgres' && text.startsWith('/*', start)) {
    return { kind: 'comment', text: text.slice(start, endOfNested(text, start)), start };
  }
  for (const [kind, pattern] of RULES[dialect]) {
    pattern.lastIndex = start;
    const [found] = pattern.exec(text) ?? [];
    if (found) return { kind, text: found, start };
  }
  return { kind: 'sign', text: text.charAt(start), start };
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += sign === '/*' ? 1 : -1;
    if (depth === 0) return start + index + 2;
  }
  return text.length;
}
