import { readBranches } from '../branches';
import type { ActionDescriptor, JsonSchema } from '../catalogue';
import { closest, isTemplate } from '../expression';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { checkApplies } from './check-applies';
import { checkBareReferences } from './check-bare-references';
import { checkExpressionText, checkTemplates, refuseSecrets, refuseTemplates } from './check-expressions';
import { checkListLength } from './check-list-length';
import { checkLiteralCredentials } from './check-literal-credentials';
import { checkSecretHosts } from './check-secrets';
import { checkAddressSecrets, isShown } from './check-shown-secrets';
import { checkValue } from './check-value';
import { checkWholeSecret } from './check-whole-secret';
import { normalizeParams } from './normalize';
import { hint, type ParamsContext } from './params-context';

/**
 * Checks the parameters of one action: those that are missing, unknown or wrong, and every expression in them.
 * @param written as in the document, author's spelling
 * @param path their path below the step
 */
export function checkParams(
  written: JsonObject,
  descriptor: ActionDescriptor,
  path: string,
  ctx: ParamsContext,
): void {
  const { params, spelling } = normalizeParams(written, descriptor);
  const properties = descriptor.params.properties ?? {};
  checkMissing(params, descriptor, path, ctx);
  for (const [name, value] of Object.entries(params)) {
    const at = `${path}.${spelling[name] ?? name}`;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const shown = isShown(descriptor, name);
    if (schema)
      checkParam({ value, schema, name: spelling[name] ?? name, path: at, siblings: params, shown }, ctx);
    else reportUnknown(name, at, descriptor, ctx);
  }
  checkSecretHosts({ params, spelling, descriptor }, path, ctx);
  checkApplies({ params, spelling, descriptor }, path, ctx);
  checkListLength({ params, spelling, descriptor }, path, ctx);
  checkDuplicates(written, descriptor, path, ctx);
}

/** Warns of a parameter that is written under two of its names. */
function checkDuplicates(
  written: JsonObject,
  descriptor: ActionDescriptor,
  path: string,
  ctx: ParamsContext,
): void {
  for (const name of Object.keys(written)) {
    const canonical = descriptor.spellings[name];
    if (canonical === undefined || !Object.hasOwn(written, canonical)) continue;
    const message = `${name} and ${canonical} are the same parameter. ${canonical} is used.`;
    ctx.report({
      code: 'duplicate_parameter',
      severity: 'warning',
      path: `${path}.${name}`,
      message,
      hint: `Remove ${name}.`,
    });
  }
}

function checkMissing(
  params: JsonObject,
  descriptor: ActionDescriptor,
  path: string,
  ctx: ParamsContext,
): void {
  const report = (name: string, needs: string): void => {
    ctx.report({
      code: 'missing_parameter',
      severity: 'error',
      path: `${path}.${name}`,
      message: `${descriptor.title}: ${needs} is required.`,
      ...hint(descriptor.params.properties?.[name]?.description),
    });
  };
  for (const name of descriptor.params.required ?? []) {
    if (params[name] === undefined) report(name, name);
  }
  for (const names of requiredChoices(descriptor, params)) {
    const [first] = names;
    if (first !== undefined && names.every((name) => params[name] === undefined))
      report(first, names.join(' or '));
  }
}

/** Lists of parameters of which at least one is required. */
function requiredChoices(
  { requireOneOf = [], requireFor }: ActionDescriptor,
  params: JsonObject,
): (readonly string[])[] {
  const value = requireFor === undefined ? undefined : params[requireFor.by];
  const isKnown = typeof value === 'string' && Object.hasOwn(requireFor?.of ?? {}, value);
  return [requireOneOf, isKnown ? (requireFor?.of[value] ?? []) : []];
}

interface Param {
  readonly value: Json;
  readonly schema: JsonSchema;
  readonly name: string;
  readonly path: string;
  readonly siblings: JsonObject;
  /** Whether readers of the run see it. */
  readonly shown: boolean;
}

function checkParam(param: Param, ctx: ParamsContext): void {
  const { value, schema, path } = param;
  if (schema.edge === 'branches') {
    checkBranches(param, ctx);
    return;
  }
  if (schema.edge !== undefined) checkStepIds(value, path, ctx);
  if (schema.reads === 'expression' && typeof value === 'string') {
    checkExpressionText(
      value,
      path,
      withNames(ctx, schema),
      schema.widget === 'condition' ? BOOLEAN : undefined,
    );
    return;
  }
  if (param.shown) refuseSecrets(value, path, ctx);
  checkAddressSecrets(value, schema, path, ctx);
  checkWholeSecret(param, ctx);
  if (schema.widget === 'action' && typeof value === 'string') reportUnknownAction(value, path, ctx);
  if (schema.widget === 'action_params') checkNested(param, ctx);
  reportValue(param, ctx);
  if (schema.reads === 'verbatim') refuseTemplates(value, path, ctx);
  else checkTemplates(value, path, schema, withNames(ctx, schema));
  checkBareReferences(value, path, schema, ctx);
  checkLiteralCredentials(param.name, value, path, ctx);
  checkInnerFields(param, ctx);
}

function reportValue({ schema, value, name, path }: Param, ctx: ParamsContext): void {
  for (const problem of checkValue(schema, value, name)) {
    ctx.report({
      code: 'invalid_parameter',
      severity: 'error',
      path: [path, ...problem.path].join('.'),
      message: problem.message,
      ...hint(problem.hint),
    });
  }
}

const BOOLEAN: JsonSchema = { type: 'boolean' };

/** Inside parameters read as `deferred`, more names are available, with unknown types. */
function withNames(ctx: ParamsContext, schema: JsonSchema): ParamsContext {
  if (!schema.names || schema.names.length === 0) return ctx;
  const extra = Object.fromEntries(schema.names.map((name) => [name, {}]));
  return { ...ctx, types: { ...ctx.types, names: { ...ctx.types.names, ...extra } } };
}

function checkBranches(param: Param, ctx: ParamsContext): void {
  for (const branch of readBranches(param.value)) {
    if (branch.condition !== undefined) {
      checkExpressionText(branch.condition, branch.conditionPath ?? branch.path, ctx, BOOLEAN);
    }
    const [only, ...more] = branch.targets;
    const targets = only !== undefined && more.length === 0 ? only : [...branch.targets];
    checkStepIds(targets, branch.targetPath ?? branch.path, ctx);
  }
}

function checkStepIds(value: Json, path: string, ctx: ParamsContext): void {
  const ids = Array.isArray(value) ? value : [value];
  ids.forEach((id, index) => {
    if (typeof id !== 'string' || id === '') return;
    reportUnknownStep(id, Array.isArray(value) ? `${path}.${index}` : path, ctx);
  });
}

/** Reports an id that no step has, or that is the step's own. */
export function reportUnknownStep(id: string, path: string, ctx: ParamsContext): void {
  if (id === ctx.step) {
    const message = `${ctx.step} refers to itself.`;
    ctx.report({ code: 'self_reference', severity: 'error', path, message, hint: 'Select another step.' });
    return;
  }
  if (ctx.stepIds.has(id)) return;
  if (isTemplate(id)) {
    reportTemplate(id, path, ctx);
    return;
  }
  const near = closest(id, [...ctx.stepIds]);
  ctx.report({
    code: 'unknown_step',
    severity: 'error',
    path,
    message: `Step ${id} does not exist.`,
    ...hint(near === undefined ? undefined : `Did you mean ${near}?`),
  });
}

/** Reports an expression in place of a step id. */
function reportTemplate(text: string, path: string, ctx: ParamsContext): void {
  const named = /\bsteps\.([\w-]{1,100})\b/.exec(text)?.[1];
  const known = named !== undefined && ctx.stepIds.has(named) ? named : undefined;
  ctx.report({
    code: 'unknown_step',
    severity: 'error',
    path,
    message: `${text} is an expression, but a step ID is needed here.`,
    ...hint(known === undefined ? undefined : `Did you mean ${known}?`),
  });
}

/** Checks the parameters of the action inside a loop. The action is named by the parameter beside them. */
function checkNested(param: Omit<Param, 'shown'>, ctx: ParamsContext): void {
  const action = param.siblings.action;
  if (typeof action !== 'string' || !isJsonObject(param.value)) return;
  const descriptor = ctx.descriptors.find(action);
  if (descriptor) checkParams(param.value, descriptor, param.path, withNames(ctx, param.schema));
}

/** Checks objects with declared fields: an action to perform with its parameters, expressions. */
function checkInnerFields(param: Param, ctx: ParamsContext): void {
  const { schema, value, path } = param;
  if (!schema.properties || !isJsonObject(value)) return;
  for (const [name, inner] of Object.entries(schema.properties)) {
    const written = value[name];
    if (written === undefined) continue;
    if (inner.widget === 'action' && typeof written === 'string') {
      reportUnknownAction(written, `${path}.${name}`, ctx);
      refuseSecrets(written, `${path}.${name}`, ctx);
    }
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
    message: `Unknown action ${type}.`,
    ...hint(near === undefined ? 'Choose an action from the palette.' : `Did you mean ${near}?`),
  });
}

function reportUnknown(name: string, path: string, descriptor: ActionDescriptor, ctx: ParamsContext): void {
  const near = closest(name, Object.keys(descriptor.params.properties ?? {}));
  ctx.report({
    code: 'unknown_parameter',
    severity: 'warning',
    path,
    message: `${descriptor.title} has no parameter ${name}. The parameter is kept, but has no effect.`,
    ...hint(near === undefined ? undefined : `Did you mean ${near}?`),
  });
}
