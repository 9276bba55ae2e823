import type { JsonSchema } from '../catalogue';
import {
  checkExpression,
  type Expression,
  ExpressionError,
  parseExpression,
  parseTemplate,
  references,
  type Template,
  templateReferences,
  templateTexts,
} from '../expression';
import type { Json } from '../json';
import { checkSecretNames } from './check-secrets';
import { checkValue } from './check-value';
import { hint, type ParamsContext } from './params-context';

/** Checks every template in a value. @param schema of the resolved value; `{}` when it is unknown */
export function checkTemplates(value: Json, path: string, schema: JsonSchema, ctx: ParamsContext): void {
  for (const { path: below, text } of templateTexts(value)) {
    const at = [path, ...below].join('.');
    const expect = below.length === 0 ? schema : undefined;
    checkTemplate(text, at, expect, ctx);
  }
}

/** @param expect schema of the resolved value, when it is known */
function checkTemplate(text: string, path: string, expect: JsonSchema | undefined, ctx: ParamsContext): void {
  const { template, isComplete } = parseEach(text, path, ctx);
  if (template === undefined) return;
  const isWhole = isComplete && template.whole !== undefined;
  for (const part of template.parts) {
    if (part.kind === 'expression') reportTypes(part.expression, path, ctx, isWhole ? expect : undefined);
  }
  if (isComplete && !isWhole && expect) checkMixedText(expect, path, ctx);
}

/** Most invalid expressions of one text that are reported. */
const MAX_INVALID = 10;

/** Parses a text. Reports each expression that is invalid, and blanks it out, so that the others are checked too. */
function parseEach(text: string, path: string, ctx: ParamsContext) {
  let rest: string | undefined = text;
  for (let left = MAX_INVALID; left > 0 && rest !== undefined; left -= 1) {
    const template: Template | ExpressionError = parsed(rest);
    if (!(template instanceof ExpressionError)) return { template, isComplete: rest === text };
    reportInvalid(template, path, ctx);
    rest = withoutExpression(rest, template.range.start);
  }
  return { template: undefined, isComplete: false };
}

function parsed(text: string): Template | ExpressionError {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

/** The text with spaces in place of the `{{ }}` around an offset; undefined without one. */
function withoutExpression(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('{{', offset);
  const end = text.indexOf('}}', offset);
  if (start === -1 || end === -1) return undefined;
  return text.slice(0, start) + ' '.repeat(end + 2 - start) + text.slice(end + 2);
}

/** A template with text around it resolves to text, whatever the value of its expression. */
function checkMixedText(schema: JsonSchema, path: string, ctx: ParamsContext): void {
  const problem = checkValue(schema, 'text', path.split('.').at(-1) ?? path)[0];
  if (!problem || schema.enum || (schema.anyOf && !problem.message.includes('needs'))) return;
  ctx.report({
    code: 'type_mismatch',
    severity: 'error',
    path,
    message: `${problem.message.replace('this is text', 'a template with text around it returns text')}`,
    hint: 'Remove the text around {{ }} to keep the type.',
  });
}

/** Checks a parameter that is read as an expression. Its value is visible, so it may not read a secret. */
export function checkExpressionText(
  text: string,
  path: string,
  ctx: ParamsContext,
  expect?: JsonSchema,
): void {
  catching(path, ctx, () => {
    const expression = parseExpression(text);
    reportTypes(expression, path, ctx, expect);
    refuseSecretIn(expression, path, ctx);
  });
}

function reportTypes(expression: Expression, path: string, ctx: ParamsContext, expect?: JsonSchema): void {
  for (const { code, severity, range, message, hint: next } of checkExpression(
    expression,
    ctx.types,
    expect,
  )) {
    ctx.report({ code, severity, path, range, message, ...hint(next) });
  }
  checkSecretNames(expression, path, ctx);
}

function catching(path: string, ctx: ParamsContext, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    reportInvalid(error, path, ctx);
  }
}

function reportInvalid(
  { message, range, hint: next }: ExpressionError,
  path: string,
  ctx: ParamsContext,
): void {
  ctx.report({ code: 'invalid_expression', severity: 'error', path, range, message, ...hint(next) });
}

/** Refuses secrets in every template of a visible value. */
export function refuseSecrets(value: Json, path: string, ctx: ParamsContext): void {
  for (const { path: below, text } of templateTexts(value)) {
    const at = [path, ...below].join('.');
    quietly(() => {
      for (const part of parseTemplate(text).parts) {
        if (part.kind === 'expression') refuseSecretIn(part.expression, at, ctx);
      }
    });
  }
}

/** Roots that only occur in templates; other names in two braces may be code. */
const TEMPLATE_ROOTS = ['steps', 'params'];

/** Refuses text that was surely meant as a template in a parameter whose templates are not resolved. */
export function refuseTemplates(value: Json, path: string, ctx: ParamsContext): void {
  const meant = templateReferences(value).find(({ reference }) => TEMPLATE_ROOTS.includes(reference.root));
  if (!meant) return;
  ctx.report({
    code: 'invalid_parameter',
    severity: 'error',
    path,
    message: 'Templates are not resolved in functions.',
    hint: 'Pass the value as input and read it in the function.',
  });
}

function refuseSecretIn(expression: Expression, path: string, ctx: ParamsContext): void {
  const secret = references(expression).find(({ root }) => root === 'secrets');
  if (!secret) return;
  ctx.report({
    code: 'secret_exposed',
    severity: 'error',
    path,
    range: { start: secret.start, end: secret.end },
    message: 'A secret here would be visible in the run.',
    hint: 'Use secrets only in parameters that are sent, for example headers.',
  });
}

/** Runs a check and ignores errors of the expression parser, which another check reports. */
function quietly(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
}
