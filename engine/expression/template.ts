import type { Expression } from './ast';
import { unclosedString } from './lex';
import { parseRange } from './parse';
import { remember } from './remember';
import { ExpressionError, type Range } from './types';

/** A part of a template. The range of an expression includes its braces; all ranges point into the whole text. */
export type TemplatePart = Range &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'expression'; readonly expression: Expression }
  );

/** A text with expressions in `{{ }}`. */
export interface Template {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  /** The expression, when it is the whole text; its value then keeps its type. */
  readonly whole: Expression | undefined;
}

/** Whether a text may contain expressions: a cheap test before parsing. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** Splits a text into plain parts and expressions. Parsed templates are cached by text. @throws ExpressionError */
export const parseTemplate: (text: string) => Template = remember(parse, {
  entries: 2000,
  characters: 20_000,
});

/** Start of the expression that is open at a position, after its `{{`; undefined in plain text. */
export function openExpression(text: string, position: number): number | undefined {
  let from = 0;
  for (;;) {
    const open = text.indexOf('{{', from);
    if (open < 0 || open + 2 > position) return undefined;
    const close = findClose(text, open + 2);
    if (close.end === undefined || close.end >= position) return open + 2;
    from = close.end + 2;
  }
}

function parse(text: string): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    if (open > from) parts.push({ kind: 'text', text: text.slice(from, open), start: from, end: open });
    const end = closeOf(text, open);
    const expression = parseRange(text, { start: open + 2, end });
    from = end + 2;
    parts.push({ kind: 'expression', expression, start: open, end: from });
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from), start: from, end: text.length });
  return { text, parts, whole: wholeOf(parts) };
}

/** The single expression of a template, ignoring white space around it. */
function wholeOf(parts: readonly TemplatePart[]): Expression | undefined {
  const solid = parts.filter((part) => part.kind === 'expression' || part.text.trim() !== '');
  const [only] = solid;
  return solid.length === 1 && only?.kind === 'expression' ? only.expression : undefined;
}

function closeOf(text: string, open: number): number {
  const close = findClose(text, open + 2);
  if (close.end !== undefined) return close.end;
  if (close.quote !== undefined) throw unclosedString(close.quote, text.length, text.charAt(close.quote));
  throw new ExpressionError(
    'The expression starts with {{ but is not closed.',
    { start: open, end: open + 2 },
    'Add }} at the end, or write {{ "{{" }} for two braces in the text.',
  );
}

/**
 * Finds the `}}` of an expression, ignoring those in text literals and of nested objects. If there is none, the
 * unclosed quote, if any.
 */
function findClose(text: string, start: number): { readonly end?: number; readonly quote?: number } {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (isQuote(character)) {
      const after = skipString(text, position);
      if (after === undefined) return { quote: position };
      position = after - 1;
    } else if (depth === 0 && text.startsWith('}}', position)) return { end: position };
    else depth = depthAfter(character, depth);
  }
  return {};
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** Number of open braces after a character. */
function depthAfter(character: string, depth: number): number {
  if (character === '{') return depth + 1;
  return character === '}' ? Math.max(0, depth - 1) : depth;
}

/** The position after a text literal; undefined when it is never closed. */
function skipString(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '\\') position += 1;
    else if (character === quote) return position + 1;
  }
  return undefined;
}

/** Whether a position of an expression lies inside a text literal. */
export function openString(text: string, start: number, position: number): boolean {
  let from = start;
  while (from < position) {
    const character = text.charAt(from);
    if (!isQuote(character)) {
      from += 1;
      continue;
    }
    const after = skipString(text.slice(0, position), from);
    if (after === undefined) return true;
    from = after;
  }
  return false;
}
