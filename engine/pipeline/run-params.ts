import { isJsonObject, type Json } from '../json';
import { isDeeperThan, MAX_DOCUMENT_LEVELS, tooDeep } from '../json-limits';
import { jsonProblem, readJson } from '../read-json';
import type { Diagnostic } from './diagnostic';
import type { ParamDeclaration } from './schema';

/** Params of a run in their declared types, or why the run is refused. */
export type RunParams =
  | { readonly ok: true; readonly params: Record<string, Json> }
  | { readonly ok: false; readonly problems: Diagnostic[] };

/**
 * Converts given values to their declared types and adds defaults. Text is converted, since a command line passes only
 * text. A value that cannot be converted is refused before the run is created. docs/rules.md, section 1.1.
 */
export function coerceRunParams(
  declarations: Readonly<Record<string, ParamDeclaration>>,
  given: Readonly<Record<string, Json>>,
): RunParams {
  const problems: Diagnostic[] = [];
  const params: Record<string, Json> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const value = Object.hasOwn(given, name) ? given[name] : declaration.default;
    const { problem: refusal, value: converted } = fitParam(name, declaration, value);
    if (refusal) problems.push(refusal);
    else if (converted !== undefined) params[name] = converted;
  }
  problems.push(...undeclared(declarations, given));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, params };
}

/** The declarations for a run that executes only a part of the pipeline: no param is required. */
export function withoutRequired(
  declarations: Readonly<Record<string, ParamDeclaration>>,
): Record<string, ParamDeclaration> {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]) => [name, { ...declaration, required: false }]),
  );
}

/** One value in its declared type; neither value nor problem when it is absent and optional. */
function fitParam(
  name: string,
  declaration: ParamDeclaration,
  value: Json | undefined,
): { value?: Json; problem?: Diagnostic } {
  const type = declaration.type ?? 'string';
  if (value === undefined || (value === '' && type !== 'string')) {
    if (!declaration.required) return {};
    return { problem: problem(name, `The param ${name} is required.`, `Enter ${article(type)} value.`) };
  }
  const beyond = beyondLimits(value, type);
  if (beyond !== undefined) {
    return { problem: problem(name, `The param ${name} ${beyond}.`, 'Use a value with fewer levels.') };
  }
  const fitted = coerce(value, type);
  if (fitted === undefined) {
    return {
      problem: problem(name, `The param ${name} needs ${article(type)}, but is ${show(value)}.`),
    };
  }
  if (isAllowed(fitted, declaration)) return { value: fitted };
  const values = (declaration.enum ?? []).map(show).join(', ');
  return {
    problem: problem(name, `The param ${name} cannot be ${show(fitted)}.`, `Allowed values: ${values}.`),
  };
}

/** The limit that a value, or the JSON in a text, exceeds; undefined when it exceeds none. */
function beyondLimits(value: Json, type: ParamDeclaration['type']): string | undefined {
  if (typeof value !== 'string') {
    return isDeeperThan(value, MAX_DOCUMENT_LEVELS) ? tooDeep(MAX_DOCUMENT_LEVELS) : undefined;
  }
  if (type !== 'array' && type !== 'object') return undefined;
  const read = readJson(value);
  return 'problem' in read && read.problem !== 'not JSON' ? jsonProblem(read.problem) : undefined;
}

function undeclared(
  declarations: Readonly<Record<string, ParamDeclaration>>,
  given: Readonly<Record<string, Json>>,
): Diagnostic[] {
  const names = Object.keys(declarations);
  const hint =
    names.length > 0 ? `Params of this pipeline: ${names.join(', ')}.` : 'This pipeline has no params.';
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(declarations, name))
    .map((name) => ({ ...problem(name, `Unknown param ${name}.`, hint), code: 'unknown_param' }));
}

/** A value in this type, converted from text where that is exact; undefined when it cannot be converted. */
export function coerce(value: Json, type: ParamDeclaration['type']): Json | undefined {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value;
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'integer':
    case 'number':
      return toNumber(value, type === 'integer');
    case 'boolean':
      return toBoolean(value);
    case 'array': {
      const list = parsed(value);
      return Array.isArray(list) ? list : undefined;
    }
    case 'object': {
      const object = parsed(value);
      return isJsonObject(object) ? object : undefined;
    }
  }
}

function toNumber(value: Json, isInteger: boolean): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return isInteger && !Number.isInteger(number) ? undefined : number;
}

function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : undefined;
}

function parsed(value: Json): Json | undefined {
  if (typeof value !== 'string') return value;
  const read = readJson(value);
  return 'value' in read ? read.value : undefined;
}

function isAllowed(value: Json, declaration: ParamDeclaration): boolean {
  if (!declaration.enum || declaration.enum.length === 0) return true;
  const text = JSON.stringify(value);
  return declaration.enum.some((allowed) => JSON.stringify(allowed) === text);
}

function problem(name: string, message: string, hint?: string): Diagnostic {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: `params.${name}`,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
