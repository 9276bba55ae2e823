import type { JsonSchema } from '../catalogue';
import {
  checkExpression,
  type Expression,
  ExpressionError,
  parseExpression,
  parseTemplate,
  references,
  templateReferences,
  templateTexts,
} from '../expression';
import type { Json } from '../json';
import { checkSecretNames } from './check-secrets';
import { checkValue } from './check-value';
import { hint, type ParamsContext } from './params-context';

/** Checks every template in a value. @param schema what the value must become; `{}` when that is not known */
export function checkTemplates(value: Json, path: string, schema: JsonSchema, ctx: ParamsContext): void {
  for (const { path: below, text } of templateTexts(value)) {
    const at = [path, ...below].join('.');
    const expect = below.length === 0 ? schema : undefined;
    catching(at, ctx, () => checkTemplate(text, at, expect, ctx));
  }
}

/** @param expect what the value must become, when that is known */
function checkTemplate(text: string, path: string, expect: JsonSchema | undefined, ctx: ParamsContext): void {
  const template = parseTemplate(text);
  for (const part of template.parts) {
    if (part.kind !== 'expression') continue;
    reportTypes(part.expression, path, ctx, template.whole === undefined ? undefined : expect);
  }
  if (template.whole === undefined && expect) checkMixedText(expect, path, ctx);
}

/** Text around a template makes the value text, whatever the expression gives. */
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

/** Checks one expression of a field that is read as such. What it gives is shown, so it may read no secret. */
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
    const { message, range } = error;
    ctx.report({ code: 'invalid_expression', severity: 'error', path, range, message, ...hint(error.hint) });
  }
}

/** Refuses secrets in every template of a value that people are shown. */
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

/** Roots that only a template reads; other names in two braces may be code. */
const TEMPLATE_ROOTS = ['steps', 'params'];

/** Refuses what was surely meant as a template where none is resolved. */
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
    hint: 'Use secrets only in fields that are sent, for example headers.',
  });
}

/** For checks of text that another check reports when it does not parse. */
function quietly(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
}
