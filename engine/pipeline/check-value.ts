import type { JsonSchema } from '../catalogue';
import { closest, isTemplate } from '../expression';
import { isJsonObject, type Json } from '../json';
import { nameOf, typeWords } from '../type-words';

/** A value that does not fit its schema. */
export interface ValueProblem {
  /** Below the value that was checked. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}

/**
 * Checks a value of the document against a schema. Text with `{{ }}` may resolve to any value, so the expression
 * checker checks it.
 * @param what name of the value in messages: `url`, `headers.accept`
 */
export function checkValue(schema: JsonSchema, value: Json, what: string): ValueProblem[] {
  if (typeof value === 'string' && isTemplate(value)) return [];
  if (schema.anyOf) return checkAnyOf(schema, schema.anyOf, value, what);
  const typeProblem = checkType(schema, value, what);
  if (typeProblem) return [typeProblem];
  if (schema.enum) return checkEnum(schema, schema.enum, value, what);
  if (typeof value === 'number') return checkNumber(schema, value, what);
  if (typeof value === 'string') return checkText(schema, value, what);
  if (Array.isArray(value)) return checkList(schema, value, what);
  return isJsonObject(value) ? checkObject(schema, value, what) : [];
}

function checkAnyOf(
  schema: JsonSchema,
  choices: readonly JsonSchema[],
  value: Json,
  what: string,
): ValueProblem[] {
  if (choices.some((choice) => checkValue(choice, value, what).length === 0)) return [];
  const sameType = choices.find(
    (choice) => choice.type !== undefined && checkType(choice, value, what) === undefined,
  );
  if (sameType) return checkValue(sameType, value, what);
  const types = [...new Set(choices.flatMap((choice) => typesOf(choice)))];
  if (types.length === 0) return [];
  return [
    {
      path: [],
      message: `${what} needs ${types.map(typeWords).join(' or ')}, but is ${nameOf(value)}.`,
      ...hintFor(schema, value),
    },
  ];
}

function checkType(schema: JsonSchema, value: Json, what: string): ValueProblem | undefined {
  const types = typesOf(schema);
  if (types.length === 0 || types.some((type) => isType(value, type))) return undefined;
  return {
    path: [],
    message: `${what} needs ${types.map(typeWords).join(' or ')}, but is ${nameOf(value)}.`,
    ...hintFor({ type: types[0] ?? 'string' }, value),
  };
}

function hintFor(schema: JsonSchema, value: Json): { hint?: string } {
  const wantsNumber = schema.type === 'integer' || schema.type === 'number';
  if (wantsNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
    return { hint: `Write ${value.trim()} without quotes.` };
  }
  if (schema.type === 'boolean' && (value === 'true' || value === 'false'))
    return { hint: `Write ${value} without quotes.` };
  return {};
}

function checkEnum(schema: JsonSchema, allowed: readonly Json[], value: Json, what: string): ValueProblem[] {
  const text = JSON.stringify(value);
  if (allowed.some((choice) => JSON.stringify(choice) === text)) return [];
  if (typeof value === 'string' && Object.hasOwn(schema.synonyms ?? {}, value)) return [];
  const words = allowed.filter((choice) => typeof choice === 'string');
  const near = typeof value === 'string' ? closest(value, words) : undefined;
  return [
    {
      path: [],
      message: `${what} cannot be ${text}. Allowed values: ${allowed.map((choice) => String(choice)).join(', ')}.`,
      ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
    },
  ];
}

function checkNumber(schema: JsonSchema, value: number, what: string): ValueProblem[] {
  const { minimum, maximum, exclusiveMinimum } = schema;
  // zod adds the safe integers as limits of every integer; messages leave them out.
  if (minimum !== undefined && value < minimum && minimum > Number.MIN_SAFE_INTEGER) {
    return [{ path: [], message: `${what} is ${value}, but must be at least ${minimum}.` }];
  }
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return [{ path: [], message: `${what} is ${value}, but must be more than ${exclusiveMinimum}.` }];
  }
  if (maximum !== undefined && value > maximum) {
    return [{ path: [], message: `${what} is ${value}, but must be at most ${maximum}.` }];
  }
  return [];
}

function checkText(schema: JsonSchema, value: string, what: string): ValueProblem[] {
  if (schema.minLength !== undefined && value.length < schema.minLength)
    return [{ path: [], message: `${what} is empty.` }];
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    return [
      {
        path: [],
        message: `${what} has ${value.length} characters. The limit is ${schema.maxLength}.`,
      },
    ];
  }
  return [];
}

function checkList(schema: JsonSchema, value: readonly Json[], what: string): ValueProblem[] {
  if (schema.minItems !== undefined && value.length < schema.minItems)
    return [{ path: [], message: `${what} is empty.` }];
  const { items } = schema;
  if (typeof items !== 'object') return [];
  return value.flatMap((item, index) => below(index, checkValue(items, item, `${what}[${index}]`)));
}

function checkObject(schema: JsonSchema, value: { [key: string]: Json }, what: string): ValueProblem[] {
  const problems: ValueProblem[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) problems.push({ path: [name], message: `${what}.${name} is missing.` });
  }
  for (const [name, inner] of Object.entries(value)) {
    const innerSchema = propertySchema(schema, name);
    if (innerSchema) problems.push(...below(name, checkValue(innerSchema, inner, `${what}.${name}`)));
  }
  return problems;
}

function propertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties, additionalProperties } = schema;
  const declared = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return declared ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

function below(key: string | number, problems: readonly ValueProblem[]): ValueProblem[] {
  return problems.map((problem) => ({ ...problem, path: [key, ...problem.path] }));
}

function typesOf(schema: JsonSchema): string[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : [...schema.type];
}

function isType(value: Json, type: string): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
