import type { ActionDescriptor } from '@/engine/catalogue';
import type { ActionExample } from '@/engine/documentation';
import type { Json, JsonObject } from '@/engine/json';
import type { ParamDoc } from './fields';

/** A step in one of the accepted spellings. */
export interface ExampleForm {
  readonly label: 'Variant A' | 'Variant B' | 'Both variants' | 'Step';
  readonly step: JsonObject;
}

/** One example in every spelling it has. */
export interface ExampleDoc {
  readonly title: string;
  readonly forms: readonly ExampleForm[];
}

/** The types of an action in each of the two accepted styles. */
export interface VariantNames {
  readonly a?: string;
  readonly b?: string;
}

/** Types by variant, and those that neither has. */
export function variantNames({
  type,
  aliases,
  docs,
}: ActionDescriptor): VariantNames & { readonly others: readonly string[] } {
  const names = docs?.variants ?? { a: type, b: type };
  return { ...names, others: [type, ...aliases].filter((name) => name !== names.a && name !== names.b) };
}

/** An example as each variant writes it; one form where both write the same. */
export function exampleDoc(
  { title, step }: ActionExample,
  names: VariantNames & { readonly type: string },
  params: readonly ParamDoc[],
): ExampleDoc {
  const a = written(step, names.a, (param) => param.a, params);
  const b = written(step, names.b, (param) => param.b, params);
  const forms: ExampleForm[] = [];
  if (a && b && JSON.stringify(a) === JSON.stringify(b)) forms.push({ label: 'Both variants', step: a });
  else {
    if (a) forms.push({ label: 'Variant A', step: a });
    if (b) forms.push({ label: 'Variant B', step: b });
  }
  // What mixes parameters of both is still a step that can be written.
  const mixed = written(step, names.type, (param) => param.name, params);
  return { title, forms: forms.length === 0 && mixed ? [{ label: 'Step', step: mixed }] : forms };
}

/** The step under a variant's names; undefined where that variant lacks one. */
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
