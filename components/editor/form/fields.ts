import { type ActionDescriptor, isApplicable, type JsonObject, type JsonSchema, type Widget } from '@/engine';

/** Controls of a form: named by a schema, or derived from its type. */
export type FormWidget = Widget | 'number' | 'select' | 'switch' | 'list' | 'group';

/** The input of a form: declared parameters, their accepted spellings, and alternatives. */
export type FormSchema = Pick<ActionDescriptor, 'params' | 'spellings' | 'requireOneOf'>;

/** A parameter in the form. */
export interface FormField {
  /** Canonical name. */
  readonly name: string;
  /** The key in the document: the author's spelling when the parameter is given. */
  readonly key: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly given: boolean;
  readonly label: string;
  readonly typeName: string;
  readonly widget: FormWidget;
}

/** The order of a form: required, usual, given, optional and undeclared parameters. */
export interface FormPlan {
  readonly required: readonly FormField[];
  /** Optional ones that are shown before they are given, and keep their place then. */
  readonly usual: readonly FormField[];
  readonly given: readonly FormField[];
  readonly addable: readonly FormField[];
  /** Undeclared keys, or a second spelling of a declared one. */
  readonly unknown: readonly string[];
}

/** Plans the form of an action for the given parameters. */
export function planForm(descriptor: FormSchema, params: JsonObject): FormPlan {
  const keys = writtenKeys(descriptor, params);
  const required = new Set(descriptor.params.required ?? []);
  const fields = Object.entries(descriptor.params.properties ?? {}).map(([name, schema]) =>
    formField(name, schema, { key: keys.get(name), required: required.has(name) }),
  );
  const shown = new Set(keys.values());
  const optional = fields.filter((field) => !field.required);
  const isUsual = usualFields(descriptor, fields);
  const written = canonicalParams(descriptor, params);
  return {
    required: fields.filter((field) => field.required),
    usual: optional.filter(
      (field) => isUsual(field) && (field.given || isApplicable(field.schema, descriptor, written)),
    ),
    given: optional.filter((field) => field.given && !isUsual(field)),
    addable: optional.filter(
      (field) => !field.given && !isUsual(field) && isApplicable(field.schema, descriptor, written),
    ),
    unknown: Object.keys(params).filter((key) => !shown.has(key)),
  };
}

/**
 * Fields that the author expects to see: usual ones, and the first of alternatives. When another alternative is given,
 * only the usual ones that are given too.
 */
function usualFields(
  { requireOneOf = [] }: FormSchema,
  fields: readonly FormField[],
): (field: FormField) => boolean {
  const [first, ...others] = requireOneOf;
  const isGiven = (name: string) => fields.some((field) => field.name === name && field.given);
  const hasOther = others.some(isGiven);
  return ({ name, schema, given }) =>
    (schema.usual === true || name === first) && (given ? schema.usual === true : !hasOther);
}

/** The parameters by canonical name. */
export function canonicalParams(descriptor: Pick<FormSchema, 'spellings'>, params: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [canonicalName(descriptor, key), value]),
  );
}

/** The key of the field to fill in first: a required one that is empty, otherwise the first one of the form. */
export function firstField(descriptor: FormSchema, params: JsonObject): string | undefined {
  const { required, usual, given } = planForm(descriptor, params);
  const empty = required.find((field) => !field.given || params[field.key] === '');
  return (empty ?? required[0] ?? usual[0] ?? given[0])?.key;
}

/** Maps canonical names to written keys; the canonical key wins if both are written, as in the engine. */
function writtenKeys(descriptor: FormSchema, params: JsonObject): Map<string, string> {
  const keys = new Map<string, string>();
  for (const key of Object.keys(params)) {
    const name = canonicalName(descriptor, key);
    if (!Object.hasOwn(descriptor.params.properties ?? {}, name)) continue;
    if (key === name || !Object.hasOwn(params, name)) keys.set(name, key);
  }
  return keys;
}

/** The canonical name of a parameter in any accepted spelling. */
export function canonicalName(descriptor: Pick<FormSchema, 'spellings'>, key: string): string {
  return Object.hasOwn(descriptor.spellings, key) ? (descriptor.spellings[key] ?? key) : key;
}

function formField(
  name: string,
  schema: JsonSchema,
  written: { key: string | undefined; required: boolean },
): FormField {
  return {
    name,
    key: written.key ?? name,
    schema,
    required: written.required,
    given: written.key !== undefined,
    label: schema.title ?? humanise(name),
    typeName: typeName(schema),
    widget: widgetOf(schema),
  };
}

const UNSPOKEN = new Set(['id', 'seconds']);
const ACRONYMS = new Map([
  ['url', 'URL'],
  ['uri', 'URI'],
  ['id', 'ID'],
  ['gpu', 'GPU'],
  ['cpu', 'CPU'],
  ['api', 'API'],
  ['gb', 'GB'],
  ['smtp', 'SMTP'],
  ['sql', 'SQL'],
  ['html', 'HTML'],
  ['http', 'HTTP'],
  ['tls', 'TLS'],
  ['json', 'JSON'],
]);

/** Converts `deployment_name` to `Deployment name`. */
export function humanise(name: string): string {
  const words = name.split('_').filter(Boolean);
  const last = words.at(-1) ?? '';
  // A suffix for a unit or a reference is left out: the form shows both elsewhere.
  const shown = words.length > 1 && UNSPOKEN.has(last) ? words.slice(0, -1) : words;
  const spoken = shown.map((word) => ACRONYMS.get(word) ?? word).join(' ');
  return spoken === '' ? name : spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

/** The control for a schema: the one that it names, otherwise by its type. */
export function widgetOf(schema: JsonSchema): FormWidget {
  if (schema.widget !== undefined && !(schema.widget === 'json' && hasFields(schema))) return schema.widget;
  if (schema.enum !== undefined) return 'select';
  if (schema.anyOf !== undefined) return widgetOfUnion(schema.anyOf);
  switch (mainType(schema)) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      return isListOfScalars(schema) ? 'list' : 'json';
    case 'object':
      return hasFields(schema) ? 'group' : 'json';
    default:
      return 'json';
  }
}

/** An object with declared properties is shown as a nested form. */
function hasFields(schema: JsonSchema): boolean {
  return mainType(schema) === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

/** A union of text and list of text is a list; other unions are JSON. */
function widgetOfUnion(options: readonly JsonSchema[]): FormWidget {
  const list = options.find((option) => mainType(option) === 'array');
  const others = options.filter((option) => option !== list);
  if (
    list !== undefined &&
    isListOfScalars(list) &&
    others.every((option) => mainType(option) === 'string')
  ) {
    return 'list';
  }
  if (options.every((option) => mainType(option) === 'string')) return 'text';
  return 'json';
}

function isListOfScalars(schema: JsonSchema): boolean {
  const items = schema.items;
  if (items === undefined || typeof items === 'boolean' || items.anyOf !== undefined) return false;
  return ['string', 'number', 'integer'].includes(mainType(items) ?? '');
}

/** The schema's type, or its only type except null. */
export function mainType(schema: JsonSchema): string | undefined {
  if (schema.type === undefined || typeof schema.type === 'string') return schema.type;
  return schema.type.filter((type) => type !== 'null')[0];
}

/** The type shown beside the label: `string`, `list of string`, `string or list`. */
export function typeName(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) {
    const names = [...new Set(schema.anyOf.map(typeName))];
    return names.length > 3 ? 'any' : names.join(' or ');
  }
  const type = mainType(schema);
  if (schema.enum !== undefined && type === undefined) return 'one of';
  if (type !== 'array') return type ?? 'any';
  if (schema.items === undefined || typeof schema.items === 'boolean') return 'list';
  const item = typeName(schema.items);
  return item === 'any' ? 'list' : `list of ${item}`;
}
