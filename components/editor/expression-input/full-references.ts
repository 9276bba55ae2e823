import { checkExpression, parseExpression, type TypeScope } from '@/engine';
import { fullReference } from '../model/full-reference';
import { type ExpressionMode, expressionRegions } from './tokens';

/** A part of a text and what to write instead. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/**
 * Writes references as chips show them, such as `fetch.body`, in their full form: `steps.fetch.output.body`. Other names
 * and text that cannot be parsed stay as they are.
 */
export function withFullReferences(text: string, mode: ExpressionMode, scope: TypeScope): string {
  const closed = expressionRegions(text, mode).filter((region) => region.closed);
  const changes = closed.flatMap(({ innerFrom, innerTo }) =>
    changesOf(text.slice(innerFrom, innerTo), scope).map(({ start, end, insert }) => ({
      start: start + innerFrom,
      end: end + innerFrom,
      insert,
    })),
  );
  return changes
    .sort((a, b) => b.start - a.start)
    .reduce((full, { start, end, insert }) => full.slice(0, start) + insert + full.slice(end), text);
}

function changesOf(source: string, scope: TypeScope): Change[] {
  const expression = parsed(source);
  if (expression === undefined) return [];
  return checkExpression(expression, scope).flatMap(({ range, hint }) => {
    const insert = fullReference(hint);
    return insert === undefined ? [] : [{ ...range, insert }];
  });
}

/** @returns undefined for a half-typed expression */
function parsed(source: string): ReturnType<typeof parseExpression> | undefined {
  try {
    return parseExpression(source);
  } catch {
    return undefined;
  }
}
