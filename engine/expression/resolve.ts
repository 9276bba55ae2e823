import { isJsonObject, type Json } from '../json';
import { MAX_DOCUMENT_LEVELS } from '../json-limits';
import type { BoundText } from '../ports';
import type { Expression } from './ast';
import { evaluate } from './evaluate';
import { rangeOf } from './lex';
import { Meter, TooMuch } from './meter';
import type { ValuePath } from './references';
import { isTemplate, parseTemplate, type Template, type TemplatePart } from './template';
import { ExpressionError, type Range, type Scope } from './types';
import { MAX_TEXT, valueText } from './values';

/** Thrown for a template that cannot be resolved. `range` points into the text at `path`. */
export class ResolveError extends ExpressionError {
  readonly path: ValuePath;

  constructor(error: ExpressionError, path: ValuePath) {
    super(error.message, error.range, error.hint);
    this.name = 'ResolveError';
    this.cause = error;
    this.path = path;
  }
}

/** Evaluates one expression of a template. @throws ExpressionError */
export type ReadExpression = (expression: Expression) => Json;

/**
 * Resolves the templates of a value once: a resolved value is data and is not resolved again. A text that is exactly
 * one template keeps the type of its value. Keys of objects are never templates. docs/rules.md, section 6.3.
 * @throws ResolveError
 */
export function resolveValue(value: Json, scope: Scope): Json {
  const meter = scope.meter ?? new Meter();
  const metered = { ...scope, meter };
  return resolveWith(value, (expression) => evaluateTemplate(expression, metered), meter);
}

/**
 * As `resolveValue`, with values read by `read`.
 * @param meter counts the values that are built
 * @throws ResolveError
 */
export function resolveWith(value: Json, read: ReadExpression, meter: Meter): Json {
  return resolveAt(value, { read, meter }, []);
}

/** State of resolving a value. */
interface Resolving {
  readonly read: ReadExpression;
  readonly meter: Meter;
}

/** The value of an expression in a template, where a missing value is an error. @throws ExpressionError */
export function evaluateTemplate(expression: Expression, scope: Scope): Json {
  return evaluate(expression, scope, { missing: 'error' });
}

/**
 * Separates a text from the values of its templates: `a {{x}} b` becomes the parts `a ` and ` b`, and the value of `x`.
 * @throws ResolveError
 */
export function resolveBound(text: string, read: ReadExpression, meter: Meter): BoundText {
  if (!isTemplate(text)) return { parts: [text], values: [] };
  const parts = [''];
  const values: Json[] = [];
  try {
    for (const part of parseTemplate(text).parts) {
      if (part.kind === 'text') parts[parts.length - 1] += part.text;
      else {
        const value = read(part.expression);
        meter.build(value);
        values.push(value);
        parts.push('');
      }
    }
  } catch (error) {
    throw located(error, text, []);
  }
  return { parts, values };
}

/** Adds the path of the text to an error. */
function located(error: unknown, text: string, path: ValuePath): unknown {
  if (error instanceof ExpressionError) return new ResolveError(error, path);
  if (!(error instanceof TooMuch)) return error;
  const range = { start: 0, end: text.length };
  return new ResolveError(new ExpressionError(`${error.message}.`, range, error.hint), path);
}

function resolveAt(value: Json, resolving: Resolving, path: ValuePath): Json {
  if (typeof value === 'string') return resolveText(value, resolving, path);
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= MAX_DOCUMENT_LEVELS) {
    const tooDeep = `The value would be nested too deeply, more than ${MAX_DOCUMENT_LEVELS} levels.`;
    throw new ResolveError(new ExpressionError(tooDeep, { start: 0, end: 0 }), path);
  }
  if (Array.isArray(value)) return value.map((item, index) => resolveAt(item, resolving, [...path, index]));
  if (!isJsonObject(value)) return value;
  // `fromEntries` creates own properties only, even for the key `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveAt(item, resolving, [...path, key])]),
  );
}

function resolveText(text: string, { read, meter }: Resolving, path: ValuePath): Json {
  if (!isTemplate(text)) return text;
  try {
    const template = parseTemplate(text);
    const value = template.whole ? read(template.whole) : render(template, read);
    meter.build(value, path.length);
    return value;
  } catch (error) {
    throw located(error, text, path);
  }
}

function render(template: Template, read: ReadExpression): string {
  let text = '';
  for (const part of template.parts) {
    text += partText(part, read);
    if (text.length > MAX_TEXT) throw tooLong(part);
  }
  return text;
}

function partText(part: TemplatePart, read: ReadExpression): string {
  if (part.kind === 'text') return part.text;
  const text = valueText(read(part.expression));
  if (text === undefined) throw tooLong(part);
  return text;
}

function tooLong(range: Range): ExpressionError {
  return new ExpressionError(
    `The text would be longer than ${MAX_TEXT} characters or contain a value nested too deeply.`,
    rangeOf(range),
    'Pass the value itself as a parameter that is a single template.',
  );
}
