import type { JsonSchema } from '../catalogue';
import {
  type Expression,
  ExpressionError,
  isTemplate,
  knownFields,
  parseExpression,
  references,
  type TypeScope,
} from '../expression';
import { isJsonObject, type Json } from '../json';
import type { ParamsContext } from './params-context';

/** Longest text that can be a bare reference, in characters. Longer text is not parsed. */
const MAX_LENGTH = 500;
/** `fetch.body`, `fetch.items[0].name`: what chips show for a reference to an output. */
const SHORT_FORM = /^([A-Za-z0-9_][\w-]*)\.(.+)$/;
/** Names with a dot, which every reference has. */
const DOTTED = /^[\w-]+\./;

/** Warns of text that is a reference without `{{ }}`, and is therefore used literally. @param schema of the value */
export function checkBareReferences(value: Json, path: string, schema: JsonSchema, ctx: ParamsContext): void {
  if (mayHoldTemplates(schema)) findBare(value, path, ctx);
}

/** Whether text in the parameter is text, in which a person may have meant a template. */
function mayHoldTemplates(schema: JsonSchema): boolean {
  if (schema.edge !== undefined || schema.widget === 'action') return false;
  return schema.reads === undefined || schema.reads === 'template' || schema.reads === 'deferred';
}

function findBare(value: Json, path: string, ctx: ParamsContext): void {
  if (typeof value === 'string') {
    reportBare(value, path, ctx);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) findBare(item, `${path}.${index}`, ctx);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) findBare(item, `${path}.${key}`, ctx);
  }
}

function reportBare(text: string, path: string, ctx: ParamsContext): void {
  const full = bareReference(text, ctx.types);
  if (full === undefined) return;
  ctx.report({
    code: 'bare_reference',
    severity: 'warning',
    path,
    range: { start: text.indexOf(text.trim()), end: text.trimEnd().length },
    message: 'Text without {{ }} is not evaluated.',
    hint: `Write {{${full}}} for the value.`,
  });
}

/**
 * The full form of a text that is exactly one reference: `steps.a.output.b` and `params.x` as written, and the short
 * form `a.b` of an output field. Undefined for other text.
 */
function bareReference(text: string, types: TypeScope): string | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH || isTemplate(written) || !DOTTED.test(written)) return undefined;
  const short = fullForm(written, types);
  if (short !== undefined) return short;
  const expression = parsed(written);
  return expression !== undefined && isKnownReference(expression, types) ? written : undefined;
}

/** `steps.a.output.b` for `a.b`, if the step has an output with that field. */
function fullForm(written: string, types: TypeScope): string | undefined {
  const [, id = '', rest = ''] = SHORT_FORM.exec(written) ?? [];
  const output = id === '' || Object.hasOwn(types.names, id) ? undefined : types.step(id);
  if (output === undefined) return undefined;
  const full = `steps.${id}.output.${rest}`;
  const reference = onlyReference(parsed(full));
  const [field] = reference?.path ?? [];
  return knownFields(output).some(([name]) => name === field) ? full : undefined;
}

function isKnownReference(expression: Expression, types: TypeScope): boolean {
  const reference = onlyReference(expression);
  if (reference === undefined) return false;
  if (reference.step !== undefined) return types.step(reference.step) !== undefined;
  const [name] = reference.path;
  if (reference.root === 'secrets') return name !== undefined;
  const declared = reference.root === 'params' ? (types.names.params?.properties ?? {}) : {};
  return name !== undefined && Object.hasOwn(declared, name);
}

/** The reference that an expression consists of. */
function onlyReference(expression: Expression | undefined) {
  const kind = expression?.root.kind;
  if (expression === undefined || (kind !== 'step' && kind !== 'member')) return undefined;
  const [only, ...others] = references(expression);
  return others.length === 0 ? only : undefined;
}

function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
