import type { SqlConnection } from '../../ports';

export type SqlDialect = SqlConnection['dialect'];

/** Represents a bound value while text is scanned. No dialect allows this character in SQL. */
export const HOLE = '\0';

/** The kinds of tokens. `mark` is a placeholder that the author wrote by hand. */
export type SqlTokenKind = 'space' | 'comment' | 'text' | 'name' | 'word' | 'mark' | 'hole' | 'sign';

export interface SqlToken {
  readonly kind: SqlTokenKind;
  readonly text: string;
  /** Offset of the first character. */
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

/** The first pattern that matches counts. An unclosed quote or comment extends to the end of the text. */
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
    // MySQL executes the content of /*! … */, so only the delimiters are skipped.
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

/**
 * Splits SQL into tokens, precisely enough to find quotes and comments. Each character is in exactly one
 * token.
 */
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
  // Only PostgreSQL nests comments, which patterns cannot match.
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
