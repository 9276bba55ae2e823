import type { ActionDescriptor, Json, JsonSchema, Reads } from '@/engine';
import { typeText } from '@/engine/expression';
import { listed } from './words';

/** One value of a choice. */
export interface ValueDoc {
  readonly value: string;
  /** Its label, when the value alone is not clear. */
  readonly label?: string;
  /** Other accepted spellings of it. */
  readonly synonyms: readonly string[];
}

/** One field of parameters or outputs, at any depth. */
export interface FieldDoc {
  readonly name: string;
  /** Its path: `errors[].error.kind`. */
  readonly path: string;
  /** Depth of nesting; 0 at the top level. */
  readonly depth: number;
  readonly type: string;
  /** Whether a parameter is required, or an output always present. */
  readonly required: boolean;
  readonly fallback?: Json;
  readonly unit?: string;
  readonly values: readonly ValueDoc[];
  readonly description: string;
}

/** A parameter with its spellings. */
export interface ParamDoc extends FieldDoc {
  /** Other accepted spellings of the name. */
  readonly aliases: readonly string[];
  /** The name in the first accepted spelling; absent when that lacks the parameter. */
  readonly a?: string;
  readonly b?: string;
  /** Sentences about how the written value is read. */
  readonly reads: readonly string[];
  /** Nested fields. */
  readonly fields: readonly FieldDoc[];
}

/** The fields of an object schema at any depth, in order. */
export function fieldDocs(schema: JsonSchema, prefix = '', depth = 0): FieldDoc[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    return [
      fieldDoc({ name, path, depth, field, required: required.has(name) }),
      ...below(field, path, depth),
    ];
  });
}

/** The documentation of each parameter, with the accepted spellings. */
export function paramDocs(
  { params, spellings }: Pick<ActionDescriptor, 'params' | 'spellings'>,
  names: { readonly a?: string; readonly b?: string },
): ParamDoc[] {
  const required = new Set(params.required ?? []);
  return Object.entries(params.properties ?? {}).map(([name, field]) => {
    const aliases = Object.keys(spellings).filter((spelling) => spellings[spelling] === name);
    const [other] = aliases;
    return {
      ...fieldDoc({ name, path: name, depth: 0, field, required: required.has(name) }),
      aliases,
      ...(names.a === undefined || field.variant === 'b' ? {} : { a: name }),
      ...(names.b === undefined || field.variant === 'a' ? {} : { b: other ?? name }),
      reads: readsText(field),
      fields: below(field, name, 0),
    };
  });
}

function below(field: JsonSchema, path: string, depth: number): FieldDoc[] {
  const inner = [field, ...(field.anyOf ?? [])];
  return inner.flatMap((each) => [
    ...fieldDocs(each, `${path}.`, depth + 1),
    ...(typeof each.items === 'object' ? below(each.items, `${path}[]`, depth) : []),
    ...(typeof each.additionalProperties === 'object'
      ? below(each.additionalProperties, `${path}.*`, depth)
      : []),
  ]);
}

function fieldDoc(of: {
  name: string;
  path: string;
  depth: number;
  field: JsonSchema;
  required: boolean;
}): FieldDoc {
  const { name, path, depth, field, required } = of;
  return {
    name,
    path,
    depth,
    type: typeWords(field),
    required,
    ...(field.default === undefined ? {} : { fallback: field.default }),
    ...(field.unit === undefined ? {} : { unit: field.unit }),
    values: valueDocs(field),
    description: field.description ?? '',
  };
}

/** A type as text; the values of a choice are listed separately. */
function typeWords(schema: JsonSchema): string {
  if (schema.enum !== undefined) return 'choice';
  return typeText(schema).replaceAll(' | ', ' or ');
}

function valueDocs({ enum: values = [], labels, synonyms = {} }: JsonSchema): ValueDoc[] {
  return values.map((value) => {
    const written = String(value);
    const label = labels?.[written];
    return {
      value: written,
      ...(label === undefined || label.toLowerCase() === written.toLowerCase() ? {} : { label }),
      synonyms: Object.keys(synonyms).filter((word) => synonyms[word] === written),
    };
  });
}

function readsText({ reads, names = [], secrets, edge, suggestions = [] }: JsonSchema): string[] {
  const more = names.length === 0 ? '' : ` It can also read ${listed(names)}.`;
  const how: Readonly<Record<Reads, string>> = {
    template: more.trim(),
    expression: `Expression, with or without braces.${more}`,
    deferred: `Templates are resolved when they are used.${more}`,
    bound: `Templates become bound values and never part of the text.${more}`,
    verbatim: `Used as written: templates are not resolved.${more}`,
  };
  return [
    how[reads ?? 'template'],
    edge === undefined ? '' : 'Steps are referenced by ID.',
    secrets === 'refused' ? 'Secrets are not allowed here.' : '',
    suggestions.length === 0 ? '' : `Suggested: ${listed(suggestions)}.`,
  ].filter((sentence) => sentence !== '');
}
