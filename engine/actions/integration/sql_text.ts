import { ActionError } from '../../errors';
import type { BoundText } from '../../ports';
import { HOLE, type SqlDialect, type SqlToken, type SqlTokenKind, scanSql } from './sql_scan';

/**
 * Checks that every template is in a place where a value can be bound. A template between quotes would become
 * the text `$1`.
 * @throws ActionError `invalid_params` at `params.query`
 */
export function checkBoundPlaces({ parts }: BoundText, dialect: SqlDialect): void {
  if (parts.some((part) => part.includes(HOLE)))
    throw wrong('The query contains a NUL character. Remove it.');
  const text = parts.join(HOLE);
  const tokens = scanSql(text, dialect);
  if (tokens.every((token) => token.kind === 'space' || token.kind === 'comment' || token.text === ';')) {
    throw wrong('The query is empty. Enter one SQL statement.');
  }
  tokens.forEach((token, index) => {
    const misplaced = MISPLACED[token.kind]?.(token, dialect);
    if (misplaced !== undefined) throw wrong(`${misplaced}${lineOf(text, token)}`);
    if (token.kind === 'hole' && [tokens[index - 1], tokens[index + 1]].some(isJoined)) {
      throw wrong(
        `A template touches the text beside it. Values are bound separately: add a space or an operator in between.${lineOf(text, token)}`,
      );
    }
  });
}

/** Why a token is invalid. Comments, texts and names are invalid only when they contain a template. */
const MISPLACED: Partial<Record<SqlTokenKind, (token: SqlToken, dialect: SqlDialect) => string | undefined>> =
  {
    comment: ({ text }) =>
      text.includes(HOLE) ? 'A comment contains a template. Remove the template.' : undefined,
    text: ({ text }, dialect) => (text.includes(HOLE) ? inQuotes(text, dialect) : undefined),
    name: ({ text }) =>
      text.includes(HOLE)
        ? `A quoted name (${text.charAt(0)}) contains a template. Values are bound and cannot be table or column names. For a value, remove the quotes.`
        : undefined,
    mark: ({ text }) => `${text} is a placeholder. Replace it with a template, {{…}}.`,
  };

function inQuotes(text: string, dialect: SqlDialect): string {
  const isWhole = text.length === 3;
  const joined = dialect === 'mysql' ? "concat('…', {{…}}, '…')" : "'…' || {{…}} || '…'";
  return `A quoted text contains a template. Values are bound: remove the quotes${isWhole ? '' : `, or join the parts in SQL: ${joined}`}.`;
}

function isJoined(neighbour: SqlToken | undefined): boolean {
  return neighbour?.kind === 'hole' || neighbour?.kind === 'word';
}

function lineOf(text: string, { start }: SqlToken): string {
  if (!text.includes('\n')) return '';
  return ` (Line ${text.slice(0, start).split('\n').length} of the query.)`;
}

/** The kind of a statement: its first words in lower case, and whether the text contains several statements. */
export interface SqlOutline {
  readonly words: readonly string[];
  readonly hasMore: boolean;
}

/** Summarizes SQL without comments and quotes. */
export function outlineSql({ parts }: BoundText, dialect: SqlDialect): SqlOutline {
  const solid = scanSql(parts.join(HOLE), dialect).filter(
    ({ kind }) => kind !== 'space' && kind !== 'comment',
  );
  const end = solid.findIndex(({ kind, text }) => kind === 'sign' && text === ';');
  const words: string[] = [];
  for (const { kind, text } of solid) {
    if (kind === 'sign' && text === '(' && words.length === 0) continue;
    if (kind !== 'word' || words.length === 4) break;
    words.push(text.toLowerCase());
  }
  return { words, hasMore: end >= 0 && solid.slice(end).some(({ text }) => text !== ';') };
}

function wrong(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.query' });
}
