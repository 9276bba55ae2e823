/** A part of a search that is wrong, and what to do. */
export interface SearchProblem {
  readonly message: string;
  /** Where it begins in the text, in UTF-16 units from 0, and its length. */
  readonly at: number;
  readonly length: number;
}

/** One part of a search: a filter `name:value`, or text when it has no name. */
export interface SearchToken {
  /** `param.model`; empty for text. */
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly at: number;
  readonly length: number;
}

/** Something is wrong with a search; caught by `parseSearch`. */
export class SearchError extends Error {
  readonly problem: SearchProblem;

  constructor(message: string, { at, length }: Pick<SearchToken, 'at' | 'length'>) {
    super(message);
    this.problem = { message, at, length };
  }
}

const NAME = /[A-Za-z_][\w.-]*:/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const BARE = /[^\s"]\S*/y;
const SPACE = /\s+/y;

/** Splits a search at white space outside quotes. @throws SearchError when a quote is not closed */
export function searchTokens(text: string): SearchToken[] {
  const tokens: SearchToken[] = [];
  let at = (matchAt(SPACE, text, 0) ?? '').length;
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.length;
    at += (matchAt(SPACE, text, at) ?? '').length;
  }
  return tokens;
}

function tokenAt(text: string, at: number): SearchToken {
  const prefix = matchAt(NAME, text, at) ?? '';
  const start = at + prefix.length;
  const name = prefix.slice(0, -1);
  const quoted = matchAt(QUOTED, text, start);
  if (quoted !== undefined) {
    const value = quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');
    return { name, value, isQuoted: true, at, length: prefix.length + quoted.length };
  }
  if (text[start] === '"') {
    throw new SearchError('The quote is not closed. Add " at its end.', {
      at: start,
      length: text.length - start,
    });
  }
  const value = matchAt(BARE, text, start) ?? '';
  return { name, value, isQuoted: false, at, length: prefix.length + value.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
