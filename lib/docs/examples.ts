import type { ActionDescriptor, ActionExample, Json, JsonObject } from '@/engine';
import type { ParamDoc } from './fields';

/** A step in one of the accepted spellings. */
export interface ExampleForm {
  readonly label: 'Default' | 'Also accepted';
  readonly step: JsonObject;
}

/** One example in each of its spellings. */
export interface ExampleDoc {
  readonly title: string;
  readonly forms: readonly ExampleForm[];
}

/** The types of an action in each of the two accepted styles. */
export interface VariantNames {
  readonly a?: string;
  readonly b?: string;
}

/** The type in each of the two accepted styles. */
export function variantNames({ type, docs }: Pick<ActionDescriptor, 'type' | 'docs'>): VariantNames {
  return docs?.variants ?? { a: type, b: type };
}

/** An example in each accepted spelling; one form where both are the same. */
export function exampleDoc(
  { title, step }: ActionExample,
  names: VariantNames & { readonly type: string },
  params: readonly ParamDoc[],
): ExampleDoc {
  const a = written(step, names.a, (param) => param.a, params);
  const b = written(step, names.b, (param) => param.b, params);
  const forms: ExampleForm[] = [];
  if (a) forms.push({ label: 'Default', step: a });
  if (b && JSON.stringify(a) !== JSON.stringify(b))
    forms.push({ label: a ? 'Also accepted' : 'Default', step: b });
  // A step that mixes parameters of both spellings is still valid.
  const mixed = written(step, names.type, (param) => param.name, params);
  return { title, forms: forms.length === 0 && mixed ? [{ label: 'Default', step: mixed }] : forms };
}

/** The step in one accepted spelling; undefined where it lacks a parameter. */
function written(
  { id, params: given, ...rest }: ActionExample['step'],
  action: string | undefined,
  spell: (param: ParamDoc) => string | undefined,
  params: readonly ParamDoc[],
): JsonObject | undefined {
  if (action === undefined) return undefined;
  const spelt: [string, Json][] = [];
  for (const [name, value] of Object.entries(given)) {
    const param = params.find((each) => each.name === name);
    const key = param === undefined ? name : spell(param);
    if (key === undefined) return undefined;
    spelt.push([key, value]);
  }
  return { id, action, params: Object.fromEntries(spelt), ...(rest as JsonObject) };
}
