import { type Declarations, draftOf, isJsonType } from '@/components/params/param-drafts';
import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import {
  coerceRunParams,
  ExpressionError,
  isTemplate,
  type Json,
  type ParamDeclaration,
  parseTemplate,
  templateReferences,
  templateTexts,
} from '@/engine';

/** Where the value of a param comes from when a trigger starts a run. */
export type ParamSource = 'default' | 'value' | 'template';

/** A param in the form; each source keeps its text. */
export interface ParamDraft {
  readonly source: ParamSource;
  /** As in the run form. */
  readonly value: string;
  readonly template: string;
}

export type ParamDraftsByName = Readonly<Record<string, ParamDraft>>;

/** The params, or problems by name. */
export type ReadTriggerParams =
  | { readonly ok: true; readonly params: Record<string, Json> }
  | { readonly ok: false; readonly problems: Record<string, string> };

/**
 * The sources of a param. Text params accept templates directly; optional params may use the default of the
 * pipeline.
 */
export function sourcesOf(declaration: ParamDeclaration): readonly ParamSource[] {
  const optional: readonly ParamSource[] = canBeLeftOut(declaration) ? ['default'] : [];
  return isPlainText(declaration) ? [...optional, 'value'] : [...optional, 'value', 'template'];
}

/** Any text is allowed, so templates need no separate field. */
export function isPlainText({ type = 'string', enum: choices = [] }: ParamDeclaration): boolean {
  return type === 'string' && choices.length === 0;
}

function canBeLeftOut({ required, default: fallback }: ParamDeclaration): boolean {
  return required !== true || fallback !== undefined;
}

/** The initial form: stored values, otherwise the default or an empty field. */
export function paramDraftsOf(
  declarations: Declarations,
  stored: Readonly<Record<string, unknown>>,
): ParamDraftsByName {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]) => [
      name,
      Object.hasOwn(stored, name) ? storedDraft(asJson(stored[name]), declaration) : freshDraft(declaration),
    ]),
  );
}

function freshDraft(declaration: ParamDeclaration): ParamDraft {
  const source = canBeLeftOut(declaration) ? 'default' : 'value';
  return { source, value: draftOf(declaration.default, declaration), template: '' };
}

function storedDraft(value: Json, declaration: ParamDeclaration): ParamDraft {
  const isWritten = typeof value === 'string' && isTemplate(value) && !isPlainText(declaration);
  if (!isWritten) return { source: 'value', value: draftOf(value, declaration), template: '' };
  return { source: 'template', value: draftOf(declaration.default, declaration), template: value };
}

/** Stored params are JSON: the contract's type is wider because the table's is. */
function asJson(value: unknown): Json {
  return value as Json;
}

/** Stored params that the pipeline no longer declares, which are removed when the trigger is saved. */
export function undeclaredNames(
  declarations: Declarations,
  stored: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(stored).filter((name) => !Object.hasOwn(declarations, name));
}

/** Parses the form, with the checks of the server that are possible before a delivery. */
export function readParamDrafts(declarations: Declarations, drafts: ParamDraftsByName): ReadTriggerParams {
  const params: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const draft = drafts[name] ?? freshDraft(declaration);
    if (draft.source === 'default') continue;
    const read =
      draft.source === 'template' ? readTemplate(draft.template) : readValue(name, draft.value, declaration);
    if ('problem' in read) problems[name] = read.problem;
    else if (read.value !== undefined) params[name] = read.value;
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, params };
}

type Read = { readonly value: Json | undefined } | { readonly problem: string };

function readTemplate(text: string): Read {
  if (text.trim() === '') return { problem: 'Enter a template, for example {{trigger.…}}.' };
  const problem = templateProblem(text);
  return problem === undefined ? { value: text } : { problem };
}

function readValue(name: string, text: string, declaration: ParamDeclaration): Read {
  const parsed = isJsonType(declaration) && text.trim() !== '' ? parseJsonText(text) : undefined;
  if (parsed?.ok === false) return { problem: describeJsonError(parsed.error) };
  const value = parsed?.ok ? parsed.value : text;
  const templates = templateTexts(value);
  if (templates.length > 0) {
    const problem = templates.map((each) => templateProblem(each.text)).find((each) => each !== undefined);
    return problem === undefined ? { value } : { problem };
  }
  // An empty field does not satisfy a required text param.
  const given = declaration.required === true && text.trim() === '' ? {} : { [name]: value };
  const fitted = coerceRunParams({ [name]: { ...declaration, default: undefined } }, given);
  if (fitted.ok) return { value: fitted.params[name] };
  const [first] = fitted.problems;
  return { problem: [first?.message, first?.hint].filter(Boolean).join(' ') };
}

/** Available names when a trigger starts a run. */
const ROOTS = ['trigger', 'now'];

function templateProblem(text: string): string | undefined {
  try {
    parseTemplate(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  }
  const stray = templateReferences(text).find(({ reference }) => !ROOTS.includes(reference.root));
  return stray && `${stray.reference.root} is not available in a trigger. Use trigger or now.`;
}
