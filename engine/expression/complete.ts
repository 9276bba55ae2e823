import type { JsonSchema } from '../catalogue';
import { typeOf } from './check';
import { functionFacts, functionNames, signature } from './functions';
import { parseExpression } from './parse';
import { knownFields, literalsOf, typeText } from './shape';
import { openExpression, openString } from './template';
import { ExpressionError, type TypeScope } from './types';

/** One suggestion at the cursor. */
export interface Completion {
  readonly label: string;
  /** Its type, signature or meaning, in a few words. */
  readonly detail?: string;
  readonly type?: 'variable' | 'property' | 'function' | 'constant' | 'keyword';
  /** The inserted text, where it differs from the label. */
  readonly apply?: string;
}

/** Suggestions that replace the text from `from` to the cursor. */
export interface Completions {
  readonly from: number;
  readonly options: readonly Completion[];
}

/** The types that the editor knows, with steps in the order of the suggestions. */
export type CompletionScope = TypeScope & { readonly steps: readonly string[] };

const NONE = (position: number): Completions => ({ from: position, options: [] });

const STEP_ID = /(?:^|[^\w.])steps\.([\w-]*)$/;
const STEP_KEY = /(?:^|[^\w.])steps\[["']([^"']*)$/;
const ASPECT = /(?:^|[^\w.])(steps(?:\.\w[\w-]*|\[(?:"[^"]*"|'[^']*')\]))\.(\w*)$/;
const PATH = String.raw`[A-Za-z_]\w*(?:\.\w[\w-]*|\[\d+\]|\["[^"]*"\]|\['[^']*'\])*`;
const FIELD = new RegExp(`(?:^|[^\\w.])(${PATH})\\.(\\w*)$`);
const FIELD_KEY = new RegExp(`(?:^|[^\\w.])(${PATH})\\[(["'])([^"']*)$`);
const COMPARED = new RegExp(`(?:^|[^\\w.])(${PATH})\\s*(?:==|!=)\\s*(["'])([^"']*)$`);
const WORD = /(?:^|[^\w.])([A-Za-z_]\w*)?$/;
/** Longest text before the cursor that is parsed, in characters. */
const MAX_BEFORE = 2000;

/**
 * Suggestions at a position of a condition, or of a text with `{{ }}`, there only inside the braces. Only the text
 * before the position counts, so the expression may be incomplete.
 */
export function completions(text: string, position: number, types: CompletionScope): Completions {
  const isTemplate = text.slice(0, position).includes('{{');
  const open = isTemplate ? openExpression(text, position) : 0;
  if (open === undefined) return NONE(position);
  const before = text.slice(Math.max(open, position - MAX_BEFORE), position);
  const isQuoted = openString(text, open, position);
  return (isQuoted ? quoted(before, position, types) : named(before, position, types)) ?? NONE(position);
}

/** Suggestions inside a text literal: ids after `steps["`, keys after `headers["`, known values after `status == "`. */
function quoted(before: string, position: number, types: CompletionScope): Completions | undefined {
  const step = STEP_KEY.exec(before);
  if (step) return stepIds(step[1] ?? '', position, types);
  const key = FIELD_KEY.exec(before);
  if (key) {
    const [, path = '', , typed = ''] = key;
    return { from: position - typed.length, options: fieldOptions(schemaOf(path, types)) };
  }
  const compared = COMPARED.exec(before);
  if (!compared) return undefined;
  const [, path = '', , typed = ''] = compared;
  const values = literalsOf(schemaOf(path, types)) ?? [];
  const options = values.flatMap((value): Completion[] =>
    typeof value === 'string' ? [{ label: value, type: 'constant' }] : [],
  );
  return { from: position - typed.length, options };
}

function named(before: string, position: number, types: CompletionScope): Completions | undefined {
  const step = STEP_ID.exec(before);
  if (step) return stepIds(step[1] ?? '', position, types);
  const aspect = ASPECT.exec(before);
  if (aspect) return { from: position - (aspect[2] ?? '').length, options: aspects(aspect[1] ?? '', types) };
  const field = FIELD.exec(before);
  if (field) {
    const [, path = '', typed = ''] = field;
    // After a point only plain names can follow; other keys are suggested after `["`.
    const options = fieldOptions(schemaOf(path, types)).filter((option) => /^\w+$/.test(option.label));
    return { from: position - typed.length, options };
  }
  const word = WORD.exec(before);
  return word ? { from: position - (word[1] ?? '').length, options: roots(types) } : undefined;
}

function stepIds(typed: string, position: number, types: CompletionScope): Completions {
  const options = types.steps.map((id): Completion => ({ label: id, type: 'variable', detail: 'step' }));
  return { from: position - typed.length, options };
}

function aspects(step: string, types: CompletionScope): readonly Completion[] {
  return ['output', 'status', 'error'].map((aspect) => {
    const detail = typeText(schemaOf(`${step}.${aspect}`, types));
    return { label: aspect, type: 'property', detail };
  });
}

function fieldOptions(schema: JsonSchema): readonly Completion[] {
  const fields = new Map(knownFields(schema));
  return [...fields].map(([label, field]) => ({ label, type: 'property', detail: typeText(field) }));
}

const KEYWORDS = ['true', 'false', 'null', 'and', 'or', 'not', 'in'];

function roots(types: CompletionScope): readonly Completion[] {
  const names = Object.entries(types.names).map(
    ([label, schema]): Completion => ({ label, type: 'variable', detail: typeText(schema) }),
  );
  const functions = functionNames().map((name): Completion => {
    const { parameters, summary } = functionFacts(name);
    const apply = parameters.length === 0 ? `${name}()` : `${name}(`;
    return { label: name, type: 'function', detail: `${signature(name)}: ${summary}`, apply };
  });
  const keywords = KEYWORDS.map((label): Completion => ({ label, type: 'keyword' }));
  return [
    { label: 'steps', type: 'variable', detail: 'outputs of steps' },
    ...names,
    ...functions,
    ...keywords,
  ];
}

/** The schema of a path; `{}` when it does not parse. */
function schemaOf(path: string, types: TypeScope): JsonSchema {
  try {
    return typeOf(parseExpression(path), types);
  } catch (error) {
    if (error instanceof ExpressionError) return {};
    throw error;
  }
}
