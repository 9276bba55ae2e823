import { readBranches } from '../branches';
import type { ActionDescriptor, Descriptors, JsonSchema } from '../catalogue';
import {
  type Expression,
  ExpressionError,
  isWholeReference,
  parseExpression,
  parseTemplate,
  type Reference,
  references,
  templateTexts,
} from '../expression';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { normalizeParams } from './normalize';
import type { Step } from './schema';

/** A reference found in a step, and how it is used there. */
export interface WrittenReference {
  readonly reference: Reference;
  /** Whether it is in the step's condition or a parameter that decides, which may read how a step ended. */
  readonly decides: boolean;
  /** Path below the step, canonical: `params.url`, `condition`. */
  readonly path: string;
  /** The same path, key by key. */
  readonly keys: readonly (string | number)[];
  /** The template or expression that contains it. */
  readonly text: string;
  /** Whether the text is this reference alone, so that its value is passed on unchanged. */
  readonly isWhole: boolean;
}

/** A value that names steps, read from a field with `edge`. */
export interface NamedSteps {
  readonly kind: 'source' | 'branch';
  readonly branch: string | undefined;
  readonly steps: readonly string[];
  readonly path: string;
}

const known = new WeakMap<Step, { descriptors: Descriptors; found: readonly WrittenReference[] }>();

/**
 * Every reference in a step. Text that does not parse has none; validation reports it. Cached by identity, so that
 * after an edit only changed steps are parsed.
 */
export function writtenReferences(step: Step, descriptors: Descriptors): readonly WrittenReference[] {
  const cached = known.get(step);
  if (cached?.descriptors === descriptors) return cached.found;
  const found: WrittenReference[] = [];
  if (step.condition !== undefined) addExpression(found, step.condition, ['condition']);
  addParams({ found, descriptors, isNested: false }, step.params, descriptors.find(step.action), ['params']);
  known.set(step, { descriptors, found });
  return found;
}

type Keys = WrittenReference['keys'];

/** The references in a value of templates, such as an output of the pipeline. @param keys where the value is */
export function writtenInTemplates(value: Json, keys: Keys): WrittenReference[] {
  const found: WrittenReference[] = [];
  addTemplates(found, value, keys);
  return found;
}

interface Search {
  readonly found: WrittenReference[];
  readonly descriptors: Descriptors;
  /** Whether it is in the parameters of the action that a loop repeats, where the status of a step is only a value. */
  readonly isNested: boolean;
}

function addParams(
  search: Search,
  params: JsonObject,
  descriptor: ActionDescriptor | undefined,
  keys: Keys,
): void {
  for (const [name, value] of Object.entries(params)) {
    addParam(search, { value, siblings: params }, descriptor?.params.properties?.[name], [...keys, name]);
  }
}

/** The steps that a step's parameters name: targets of its branches and sources of its data. */
export function namedSteps(step: Step, descriptor: ActionDescriptor | undefined): NamedSteps[] {
  return Object.entries(descriptor?.params.properties ?? {}).flatMap(([name, { edge }]) => {
    const value = step.params[name];
    return value === undefined || edge === undefined ? [] : namedByParam(name, value, edge);
  });
}

function namedByParam(name: string, value: Json, edge: string): NamedSteps[] {
  if (edge === 'branches') return namedByBranches(value);
  const path = `params.${name}`;
  if (edge === 'source') return [{ kind: 'source', branch: undefined, steps: ids(value), path }];
  return [{ kind: 'branch', branch: edge.slice('branch:'.length), steps: ids(value), path }];
}

function namedByBranches(value: Json): NamedSteps[] {
  return readBranches(value).map(({ name, targets, targetPath, path }) => ({
    kind: 'branch',
    branch: name,
    steps: targets,
    path: targetPath ?? path,
  }));
}

function addParam(
  search: Search,
  { value, siblings }: { value: Json; siblings: JsonObject },
  schema: JsonSchema | undefined,
  keys: Keys,
): void {
  const { found, descriptors, isNested } = search;
  if (schema?.edge === 'branches') {
    addConditions(search, value, keys);
    return;
  }
  if (schema?.reads === 'expression' && typeof value === 'string') {
    addExpression(found, value, keys, schema.widget === 'condition' && !isNested);
    return;
  }
  if (schema?.reads === 'verbatim') return;
  const nested = nestedAction(schema, siblings, descriptors);
  if (nested && isJsonObject(value)) {
    addParams({ ...search, isNested: true }, normalizeParams(value, nested).params, nested, keys);
    return;
  }
  if (schema?.properties && isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      addParam(search, { value: inner, siblings: value }, schema.properties[name], [...keys, name]);
    }
    return;
  }
  addTemplates(found, value, keys);
}

function addConditions({ found, isNested }: Search, value: Json, keys: Keys): void {
  for (const { condition, conditionPath, path } of readBranches(value)) {
    if (condition === undefined) continue;
    const branch = path.slice('params.branches.'.length);
    const own = conditionPath === undefined || conditionPath === path ? [] : ['condition'];
    addExpression(
      found,
      condition,
      [...keys, Array.isArray(value) ? Number(branch) : branch, ...own],
      !isNested,
    );
  }
}

function addTemplates(found: WrittenReference[], value: Json, keys: Keys): void {
  for (const { path, text } of templateTexts(value)) {
    const template = quietly(() => parseTemplate(text));
    for (const part of template?.parts ?? []) {
      if (part.kind === 'text') continue;
      const isWhole = part.expression === template?.whole && isWholeReference(part.expression);
      addReferences(found, part.expression, { decides: false, keys: [...keys, ...path], text, isWhole });
    }
  }
}

/** The action whose parameters are in a field, named by the `action` beside it. */
function nestedAction(
  schema: JsonSchema | undefined,
  siblings: JsonObject,
  descriptors: Descriptors,
): ActionDescriptor | undefined {
  if (schema?.widget !== 'action_params' || typeof siblings.action !== 'string') return undefined;
  return descriptors.find(siblings.action);
}

function addExpression(found: WrittenReference[], text: string, keys: Keys, decides = true): void {
  const expression = quietly(() => parseExpression(text));
  if (!expression) return;
  addReferences(found, expression, { decides, keys, text, isWhole: isWholeReference(expression) });
}

function addReferences(
  found: WrittenReference[],
  expression: Expression,
  place: Omit<WrittenReference, 'reference' | 'path'>,
): void {
  const path = place.keys.join('.');
  for (const reference of references(expression)) found.push({ reference, path, ...place });
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function ids(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
