import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import { coerceRunParams, type Diagnostic, type Json, type ParamDeclaration } from '@/engine';

/** The declared params of a pipeline. */
export type Declarations = Readonly<Record<string, ParamDeclaration>>;

/** Values of the form: text as typed, so that invalid input is kept. Booleans are `'true'` or `'false'`. */
export type ParamDrafts = Readonly<Record<string, string>>;

/** A refusal: messages by field, and those without a field. */
export interface ParamProblems {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly Diagnostic[];
}

/** The form's values as params, or the problems. */
export type ReadParams =
  | { readonly ok: true; readonly params: Record<string, Json> }
  | { readonly ok: false; readonly problems: ParamProblems };

/** A form without problems. */
export const NO_PROBLEMS: ParamProblems = { fields: {}, others: [] };

/** Initial values of a form: the given values, if they fit the declaration, otherwise the defaults. */
export function draftsFrom(declarations: Declarations, values: Readonly<Record<string, Json>>): ParamDrafts {
  const drafts: Record<string, string> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const value = Object.hasOwn(values, name) ? values[name] : declaration.default;
    drafts[name] = draftOf(value, declaration);
  }
  return drafts;
}

/** Stored drafts merged over the initial values. Params that are no longer declared are dropped. */
export function keepKnown(declarations: Declarations, fresh: ParamDrafts, kept: ParamDrafts): ParamDrafts {
  const drafts: Record<string, string> = { ...fresh };
  for (const [name, declaration] of Object.entries(declarations)) {
    const text = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (text !== undefined && isChoice(declaration, text)) drafts[name] = text;
  }
  return drafts;
}

function isChoice(declaration: ParamDeclaration, text: string): boolean {
  const choices = declaration.enum ?? [];
  return (
    choices.length === 0 || text === '' || choices.some((choice) => draftOf(choice, declaration) === text)
  );
}

/** A value as text in its field. */
export function draftOf(value: Json | undefined, declaration: ParamDeclaration): string {
  if (value === undefined || value === null) return declaration.type === 'boolean' ? 'false' : '';
  if (typeof value === 'string' && !isJsonType(declaration)) return value;
  return isJsonType(declaration) ? JSON.stringify(value, null, 2) : String(value);
}

/** Lists and objects are written as JSON. */
export function isJsonType(declaration: ParamDeclaration): boolean {
  return declaration.type === 'array' || declaration.type === 'object';
}

/** Parses the form with the checks of the server, so that problems are shown before a request. */
export function readDrafts(declarations: Declarations, drafts: ParamDrafts): ReadParams {
  const fields: Record<string, string> = {};
  const given: Record<string, Json> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const text = drafts[name] ?? '';
    if (isAbsent(text, declaration)) continue;
    if (!isJsonType(declaration)) {
      given[name] = text;
      continue;
    }
    const parsed = parseJsonText(text);
    if (parsed.ok) given[name] = parsed.value;
    else fields[name] = describeJsonError(parsed.error);
  }
  const fitted = coerceRunParams(declarations, given);
  // Invalid JSON is already reported at its field.
  const problems = fitted.ok ? NO_PROBLEMS : sortProblems(fitted.problems, declarations);
  const all = { ...problems.fields, ...fields };
  if (fitted.ok && Object.keys(fields).length === 0) return { ok: true, params: fitted.params };
  return { ok: false, problems: { fields: all, others: problems.others } };
}

/** An empty field has no value, unless the param has a default that is text. */
function isAbsent(text: string, declaration: ParamDeclaration): boolean {
  if (text.trim() !== '') return false;
  return declaration.type !== 'string' || declaration.required === true || declaration.default === undefined;
}

/** Assigns refusals of the server to their fields. */
export function sortProblems(diagnostics: readonly Diagnostic[], declarations: Declarations): ParamProblems {
  const fields: Record<string, string> = {};
  const others: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const name = diagnostic.step === undefined ? /^params\.(.+)$/.exec(diagnostic.path)?.[1] : undefined;
    if (name !== undefined && Object.hasOwn(declarations, name)) {
      fields[name] ??= diagnostic.hint ? `${diagnostic.message} ${diagnostic.hint}` : diagnostic.message;
    } else others.push(diagnostic);
  }
  return { fields, others };
}
