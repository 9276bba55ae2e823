import type { JsonSchema, Observed } from '../catalogue';
import type { Json } from '../json';
import { equal, type Kind, kindOf } from './values';

/** The result of reading a field of a schema. `absent` only when no value of the schema can have the field. */
export type Field =
  | { readonly found: 'schema'; readonly schema: JsonSchema }
  | { readonly found: 'absent'; readonly names: readonly string[]; readonly kinds: readonly Kind[] }
  /** No field is declared, and a run returned other names. */
  | { readonly found: 'unseen'; readonly names: readonly string[]; readonly run: number }
  | { readonly found: 'unknown' };

const UNKNOWN: Field = { found: 'unknown' };

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['null', 'null'],
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
  ['string', 'string'],
  ['array', 'array'],
  ['object', 'object'],
]);

/** The kinds that a value of this schema can have; undefined when uncertain. */
export function kindsOf(schema: JsonSchema): ReadonlySet<Kind> | undefined {
  const kinds = new Set<Kind>();
  for (const alternative of alternatives(schema)) {
    const known = ownKinds(alternative);
    if (!known) return undefined;
    for (const kind of known) kinds.add(kind);
  }
  return kinds;
}

/** The values of this schema, when it lists them; undefined when others are possible. */
export function literalsOf(schema: JsonSchema): readonly Json[] | undefined {
  const all: Json[] = [];
  for (const alternative of alternatives(schema)) {
    const own = ownLiterals(alternative);
    if (!own) return undefined;
    all.push(...own);
  }
  return all;
}

/** The schema of a field or item. */
export function fieldOf(schema: JsonSchema, key: string | number): Field {
  const fields = alternatives(schema).map((alternative) => ownField(alternative, key));
  if (fields.some(({ found }) => found === 'unknown')) return UNKNOWN;
  const schemas = fields.flatMap((field) => (field.found === 'schema' ? [field.schema] : []));
  if (schemas.length > 0) return { found: 'schema', schema: unionOf(schemas) };
  return fields.findLast(({ found }) => found === 'unseen') ?? absentFrom(fields);
}

/** A field that no alternative has. */
function absentFrom(fields: readonly Field[]): Field {
  const absent = fields.filter((field) => field.found === 'absent');
  const names = new Set(absent.flatMap((field) => field.names));
  const kinds = new Set(absent.flatMap((field) => field.kinds));
  const isOnlyNull = kinds.size === 1 && kinds.has('null');
  return isOnlyNull ? UNKNOWN : { found: 'absent', names: [...names], kinds: [...kinds] };
}

/** The fields of a schema, declared or seen in a run, for completion. */
export function knownFields(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return alternatives(schema).flatMap((alternative) => [
    ...Object.entries(alternative.properties ?? {}),
    ...seenFields(alternative.observed),
  ]);
}

function seenFields(observed: Observed | undefined): readonly (readonly [string, JsonSchema])[] {
  if (!observed) return [];
  const { run, shape } = observed;
  return knownFields(shape).map(([name, field]) => [name, { observed: { run, shape: field } }] as const);
}

/** The schema of the items of a list; `{}` when unknown. */
export function itemOf(schema: JsonSchema): JsonSchema {
  if (typeof schema.items === 'object') return kindsOf(withoutNull(schema))?.size === 1 ? schema.items : {};
  if (!schema.observed) return {};
  const { run, shape } = schema.observed;
  return typeof shape.items === 'object' ? { observed: { run, shape: shape.items } } : {};
}

/** The union of several schemas, each once. */
export function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...rest] = schemas;
  if (!first) return {};
  return rest.every((schema) => schema === first) ? first : { anyOf: schemas };
}

/** The schema without null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const all = alternatives(schema);
  const present = all.filter((alternative) => alternative.type !== 'null' && alternative.const !== null);
  return present.length === all.length ? schema : unionOf(present);
}

/** A schema in a few characters, for completion and messages: `integer`, `"healthy" | "degraded"`, `list of string`. */
export function typeText(schema: JsonSchema): string {
  const texts = new Set(alternatives(schema).map(alternativeText));
  return texts.has('any') ? 'any' : [...texts].join(' | ');
}

/** The members of a union, from `anyOf` and lists of types. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  const { type } = schema;
  if (typeof type !== 'object') return [schema];
  return type.map((single) => ({ ...schema, type: single }));
}

function ownKinds(schema: JsonSchema): readonly Kind[] | undefined {
  const kind = typeof schema.type === 'string' ? KINDS.get(schema.type) : undefined;
  if (kind) return [kind];
  return schema.type === undefined ? ownLiterals(schema)?.map(kindOf) : undefined;
}

function ownLiterals(schema: JsonSchema): readonly Json[] | undefined {
  if (schema.type === 'null') return [null];
  if (schema.const !== undefined) return [schema.const];
  if (!schema.enum || schema.enum.length === 0) return undefined;
  const kind = typeof schema.type === 'string' ? KINDS.get(schema.type) : undefined;
  return kind ? schema.enum.filter((value) => kindOf(value) === kind) : schema.enum;
}

const POSITION = /^\d{1,9}$/;

function ownField(schema: JsonSchema, key: string | number): Field {
  const kinds = ownKinds(schema);
  if (!kinds && schema.observed) return seenField(schema.observed, key);
  const [kind] = kinds ?? [];
  if (kinds?.length !== 1 || kind === undefined) return UNKNOWN;
  if (kind === 'object') return ownProperty(schema, String(key));
  const isPosition = typeof key === 'number' || POSITION.test(key);
  if (kind !== 'array' || !isPosition) return { found: 'absent', names: [], kinds };
  return typeof schema.items === 'object' ? { found: 'schema', schema: schema.items } : UNKNOWN;
}

function ownProperty(schema: JsonSchema, key: string): Field {
  const { properties = {}, additionalProperties } = schema;
  const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (declared) return { found: 'schema', schema: declared };
  if (typeof additionalProperties === 'object' && kindsOf(additionalProperties))
    return { found: 'schema', schema: additionalProperties };
  if (schema.observed) return seenField(schema.observed, key);
  if (typeof additionalProperties === 'object') return { found: 'schema', schema: additionalProperties };
  if (additionalProperties !== false) return UNKNOWN;
  return { found: 'absent', names: Object.keys(properties), kinds: ['object'] };
}

/** The field of an observed output. An observation shows which fields are likely, never which are impossible. */
function seenField({ run, shape }: Observed, key: string | number): Field {
  const field = fieldOf(shape, key);
  if (field.found === 'schema')
    return { found: 'schema', schema: { observed: { run, shape: field.schema } } };
  const hasNames = field.found === 'absent' && field.names.length > 0;
  return hasNames ? { found: 'unseen', names: field.names, run } : UNKNOWN;
}

function alternativeText(schema: JsonSchema): string {
  const literals = ownLiterals(schema);
  if (literals) return literals.map((literal) => JSON.stringify(literal)).join(' | ');
  if (schema.type === 'array') {
    return typeof schema.items === 'object' ? `list of ${typeText(schema.items)}` : 'list';
  }
  if (typeof schema.type === 'string') return schema.type;
  return schema.observed ? `${typeText(schema.observed.shape)}, seen in run #${schema.observed.run}` : 'any';
}

/** Whether two sets of values have none in common. */
export function areDisjoint(left: readonly Json[], right: readonly Json[]): boolean {
  return !left.some((value) => right.some((other) => equal(value, other)));
}
