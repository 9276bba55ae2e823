import { readBranches } from '../branches';
import type { ActionDescriptor, Descriptors, JsonSchema } from '../catalogue';
import {
  checkExpression,
  closest,
  type Expression,
  ExpressionError,
  isTemplate,
  parseExpression,
  parseTemplate,
  references,
  type TypeScope,
  templateTexts,
} from '../expression';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { checkValue } from './check-value';
import type { Diagnostic } from './diagnostic';
import { normalizeParams } from './normalize';

/** Where parameters are checked. */
export interface ParamsContext {
  readonly descriptors: Descriptors;
  readonly step: string;
  readonly stepIds: readonly string[];
  readonly types: TypeScope;
  readonly report: (problem: Omit<Diagnostic, 'step'>) => void;
}

/**
 * Checks the parameters of one action: those that are missing, unknown or wrong, and every expression in them.
 * @param written as in the document, author's spelling
 * @param path where they stand below the step
 */
export function checkParams(
  written: JsonObject,
  descriptor: ActionDescriptor,
  path: string,
  ctx: ParamsContext,
): void {
  const { params, spelling } = normalizeParams(written, descriptor);
  const properties = descriptor.params.properties ?? {};
  for (const name of descriptor.params.required ?? []) {
    if (params[name] !== undefined) continue;
    ctx.report({
      code: 'missing_parameter',
      severity: 'error',
      path: `${path}.${name}`,
      message: `${descriptor.title} needs ${name}.`,
      ...hint(properties[name]?.description),
    });
  }
  for (const [name, value] of Object.entries(params)) {
    const at = `${path}.${spelling[name] ?? name}`;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) checkParam({ value, schema, name: spelling[name] ?? name, path: at, siblings: params }, ctx);
    else reportUnknown(name, at, descriptor, ctx);
  }
  for (const name of Object.keys(written)) {
    const canonical = descriptor.spellings[name];
    if (canonical === undefined || !Object.hasOwn(written, canonical)) continue;
    const message = `${name} and ${canonical} are the same parameter; ${canonical} counts.`;
    ctx.report({
      code: 'duplicate_parameter',
      severity: 'warning',
      path: `${path}.${name}`,
      message,
      hint: `Remove ${name}.`,
    });
  }
}

interface Param {
  readonly value: Json;
  readonly schema: JsonSchema;
  readonly name: string;
  readonly path: string;
  readonly siblings: JsonObject;
}

function checkParam(param: Param, ctx: ParamsContext): void {
  const { value, schema, path } = param;
  if (schema.edge === 'branches') {
    checkBranches(param, ctx);
    return;
  }
  if (schema.edge !== undefined) checkStepIds(value, path, ctx);
  if (schema.secrets === 'refused') refuseSecrets(value, path, ctx);
  if (schema.reads === 'expression' && typeof value === 'string') {
    checkExpressionText(
      value,
      path,
      withNames(ctx, schema),
      schema.widget === 'condition' ? BOOLEAN : undefined,
    );
    return;
  }
  if (schema.widget === 'action_params') checkNested(param, ctx);
  for (const problem of checkValue(schema, value, param.name)) {
    ctx.report({
      code: 'invalid_parameter',
      severity: 'error',
      path: [path, ...problem.path].join('.'),
      message: `${problem.message}`,
      ...hint(problem.hint),
    });
  }
  checkTemplates(value, path, schema, withNames(ctx, schema));
  checkInnerFields(param, ctx);
}

const BOOLEAN: JsonSchema = { type: 'boolean' };

/** Inside fields read as `deferred` more names are known; their types are not. */
function withNames(ctx: ParamsContext, schema: JsonSchema): ParamsContext {
  if (!schema.names || schema.names.length === 0) return ctx;
  const extra = Object.fromEntries(schema.names.map((name) => [name, {}]));
  return { ...ctx, types: { ...ctx.types, names: { ...ctx.types.names, ...extra } } };
}

function checkTemplates(value: Json, path: string, schema: JsonSchema, ctx: ParamsContext): void {
  for (const { path: below, text } of templateTexts(value)) {
    const at = [path, ...below].join('.');
    const expect = below.length === 0 ? schema : undefined;
    catching(at, ctx, () => {
      const template = parseTemplate(text);
      for (const part of template.parts) {
        if (part.kind !== 'expression') continue;
        reportTypes(part.expression, at, ctx, template.whole === undefined ? undefined : expect);
      }
      if (template.whole === undefined && expect) checkMixedText(expect, at, ctx);
    });
  }
}

/** Checks the templates of a value that has no schema. */
export function checkTemplateValue(value: Json, path: string, ctx: ParamsContext): void {
  checkTemplates(value, path, {}, ctx);
}

/** Text around a template makes the value text, whatever the expression gives. */
function checkMixedText(schema: JsonSchema, path: string, ctx: ParamsContext): void {
  const problem = checkValue(schema, 'text', path.split('.').at(-1) ?? path)[0];
  if (!problem || schema.enum || (schema.anyOf && !problem.message.includes('needs'))) return;
  ctx.report({
    code: 'type_mismatch',
    severity: 'error',
    path,
    message: `${problem.message.replace('this is text', 'a template with text around it gives text')}`,
    hint: 'Leave nothing but the one {{ }} to keep its type.',
  });
}

/** Checks one expression of a field that is read as such. */
export function checkExpressionText(
  text: string,
  path: string,
  ctx: ParamsContext,
  expect?: JsonSchema,
): void {
  catching(path, ctx, () => reportTypes(parseExpression(text), path, ctx, expect));
}

function reportTypes(expression: Expression, path: string, ctx: ParamsContext, expect?: JsonSchema): void {
  for (const { code, severity, range, message, hint: next } of checkExpression(
    expression,
    ctx.types,
    expect,
  )) {
    ctx.report({ code, severity, path, range, message, ...hint(next) });
  }
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

function checkBranches(param: Param, ctx: ParamsContext): void {
  for (const branch of readBranches(param.value)) {
    if (branch.condition !== undefined) {
      checkExpressionText(branch.condition, branch.conditionPath ?? branch.path, ctx, BOOLEAN);
    }
    checkStepIds([...branch.targets], branch.targetPath ?? branch.path, ctx);
  }
}

function checkStepIds(value: Json, path: string, ctx: ParamsContext): void {
  const ids = Array.isArray(value) ? value : [value];
  ids.forEach((id, index) => {
    if (typeof id !== 'string' || id === '') return;
    reportUnknownStep(id, Array.isArray(value) && ids.length > 1 ? `${path}.${index}` : path, ctx);
  });
}

/** Reports an id that no step has, or that is the step's own. */
export function reportUnknownStep(id: string, path: string, ctx: ParamsContext): void {
  if (id === ctx.step) {
    const message = `${ctx.step} names itself.`;
    ctx.report({ code: 'self_reference', severity: 'error', path, message, hint: 'Name another step.' });
    return;
  }
  if (ctx.stepIds.includes(id)) return;
  const near = closest(id, ctx.stepIds);
  ctx.report({
    code: 'unknown_step',
    severity: 'error',
    path,
    message: `There is no step ${id}.`,
    ...hint(near === undefined ? undefined : `Did you mean ${near}?`),
  });
}

/** The parameters of an action inside a loop, beside the field that names the action. */
function checkNested(param: Param, ctx: ParamsContext): void {
  const action = param.siblings.action;
  if (typeof action !== 'string' || !isJsonObject(param.value)) return;
  const descriptor = ctx.descriptors.find(action);
  if (descriptor) checkParams(param.value, descriptor, param.path, withNames(ctx, param.schema));
}

/** Objects with fields of their own: an action to perform with its parameters, expressions. */
function checkInnerFields(param: Param, ctx: ParamsContext): void {
  const { schema, value, path } = param;
  if (!schema.properties || !isJsonObject(value)) return;
  for (const [name, inner] of Object.entries(schema.properties)) {
    const written = value[name];
    if (written === undefined) continue;
    if (inner.widget === 'action' && typeof written === 'string')
      reportUnknownAction(written, `${path}.${name}`, ctx);
    if (inner.widget === 'action_params') {
      checkNested(
        { value: written, schema: inner, name, path: `${path}.${name}`, siblings: value },
        withNames(ctx, schema),
      );
    }
  }
}

/** Reports an action type that the catalogue does not have. */
export function reportUnknownAction(type: string, path: string, ctx: ParamsContext): void {
  if (type === '' || isTemplate(type) || ctx.descriptors.find(type)) return;
  const near = closest(
    type,
    ctx.descriptors.all.flatMap((d) => [d.type, ...d.aliases]),
  );
  ctx.report({
    code: 'unknown_action',
    severity: 'error',
    path,
    message: `No action is called ${type}.`,
    ...hint(near === undefined ? 'Choose one from the palette.' : `Did you mean ${near}?`),
  });
}

function reportUnknown(name: string, path: string, descriptor: ActionDescriptor, ctx: ParamsContext): void {
  const near = closest(name, Object.keys(descriptor.params.properties ?? {}));
  ctx.report({
    code: 'unknown_parameter',
    severity: 'warning',
    path,
    message: `${descriptor.title} has no parameter ${name}; it is kept but does nothing.`,
    ...hint(near === undefined ? undefined : `Did you mean ${near}?`),
  });
}

function refuseSecrets(value: Json, path: string, ctx: ParamsContext): void {
  for (const { path: below, text } of templateTexts(value)) {
    const at = [path, ...below].join('.');
    catching(at, ctx, () => {
      for (const part of parseTemplate(text).parts) {
        if (part.kind !== 'expression') continue;
        const secret = references(part.expression).find(({ root }) => root === 'secrets');
        if (!secret) continue;
        ctx.report({
          code: 'secret_exposed',
          severity: 'error',
          path: at,
          range: { start: secret.start, end: secret.end },
          message: 'A secret here would be shown to whoever reads the run.',
          hint: 'Use secrets only where they are sent, such as in headers.',
        });
      }
    });
  }
}

function hint(text: string | undefined): { hint?: string } {
  return text === undefined ? {} : { hint: text };
}
