import type { JsonSchema } from '../catalogue';
import { isJsonObject, type Json } from '../json';
import { compilePattern } from './regex';
import { equal, jsonText, KIND_WORDS, type Kind, kindOf, MAX_TEXT, valueText } from './values';

/** Thrown for an argument that a function refuses. The evaluator adds the position. */
export class ArgumentError extends Error {
  readonly argument: number;
  readonly hint: string | undefined;

  constructor(message: string, argument: number, hint?: string) {
    super(message);
    this.name = 'ArgumentError';
    this.argument = argument;
    this.hint = hint;
  }
}

/** One parameter of a function; without `kinds` it accepts any value. */
export interface FunctionParameter {
  readonly name: string;
  readonly kinds?: readonly Kind[];
}

interface FunctionFacts {
  readonly parameters: readonly FunctionParameter[];
  readonly returns: JsonSchema;
  /** One sentence for the editor. */
  readonly summary: string;
  /** May be written `x.name(…)`. */
  readonly method?: true;
  /**
   * Computes the result; absent when the evaluator decides which arguments to evaluate. Null is passed only to a
   * parameter whose kinds include it.
   */
  readonly apply?: (args: readonly Json[]) => Json;
}

const TEXT: FunctionParameter = { name: 'text', kinds: ['string'] };
const ANY_KIND: readonly Kind[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

const DEFINITIONS = {
  default: {
    parameters: [{ name: 'x' }, { name: 'y' }],
    returns: {},
    summary: 'x, or y if x is missing or null.',
  },
  has: {
    parameters: [{ name: 'x' }],
    returns: { type: 'boolean' },
    summary: 'True if x exists and is not null.',
  },
  now: { parameters: [], returns: { type: 'string' }, summary: 'Current time, ISO 8601 in UTC.' },
  size: {
    parameters: [{ name: 'x', kinds: ['string', 'array', 'object'] }],
    returns: { type: 'integer' },
    summary: 'Number of characters, list items or object entries.',
    method: true,
    apply: ([x = null]) => sizeOf(x),
  },
  lower: {
    parameters: [TEXT],
    returns: { type: 'string' },
    summary: 'Text in lower case.',
    method: true,
    apply: ([text]) => String(text).toLowerCase(),
  },
  upper: {
    parameters: [TEXT],
    returns: { type: 'string' },
    summary: 'Text in upper case.',
    method: true,
    apply: ([text]) => String(text).toUpperCase(),
  },
  trim: {
    parameters: [TEXT],
    returns: { type: 'string' },
    summary: 'Text without surrounding white space.',
    method: true,
    apply: ([text]) => String(text).trim(),
  },
  contains: {
    parameters: [
      { name: 'x', kinds: ['string', 'array', 'object'] },
      { name: 'y', kinds: ANY_KIND },
    ],
    returns: { type: 'boolean' },
    summary: 'True if the text contains y, the list has the item y, or the object has the key y.',
    method: true,
    apply: ([x = null, y = null]) => holds(x, y),
  },
  startsWith: {
    parameters: [TEXT, { name: 'prefix', kinds: ['string'] }],
    returns: { type: 'boolean' },
    summary: 'True if the text starts with the prefix.',
    method: true,
    apply: ([text, prefix]) => String(text).startsWith(String(prefix)),
  },
  endsWith: {
    parameters: [TEXT, { name: 'suffix', kinds: ['string'] }],
    returns: { type: 'boolean' },
    summary: 'True if the text ends with the suffix.',
    method: true,
    apply: ([text, suffix]) => String(text).endsWith(String(suffix)),
  },
  matches: {
    parameters: [TEXT, { name: 'pattern', kinds: ['string'] }],
    returns: { type: 'boolean' },
    summary: 'True if the text contains a match of the RE2 pattern.',
    method: true,
    apply: ([text, pattern]) => matches(String(text), String(pattern)),
  },
  join: {
    parameters: [
      { name: 'list', kinds: ['array'] },
      { name: 'separator', kinds: ['string'] },
    ],
    returns: { type: 'string' },
    summary: 'Items of a list joined to a text.',
    method: true,
    apply: ([list, separator]) => join(list ?? null, String(separator)),
  },
  int: {
    parameters: [{ name: 'x', kinds: ['number', 'string', 'boolean'] }],
    returns: { type: 'integer' },
    summary: 'Integer: parsed from text, fractions are truncated.',
    apply: ([x = null]) => Math.trunc(toNumber(x)) + 0,
  },
  double: {
    parameters: [{ name: 'x', kinds: ['number', 'string', 'boolean'] }],
    returns: { type: 'number' },
    summary: 'Number, parsed from text if needed.',
    apply: ([x = null]) => toNumber(x),
  },
  string: {
    parameters: [{ name: 'x', kinds: ANY_KIND }],
    returns: { type: 'string' },
    summary: 'x as text; lists and objects as JSON.',
    apply: ([x = null]) => written(valueText(x)),
  },
  bool: {
    parameters: [{ name: 'x', kinds: ANY_KIND }],
    returns: { type: 'boolean' },
    summary: 'Boolean, parsed from "true", "false", 1 or 0.',
    apply: ([x = null]) => toBoolean(x),
  },
  json: {
    parameters: [{ name: 'x', kinds: ANY_KIND }],
    returns: { type: 'string' },
    summary: 'x as JSON text.',
    apply: ([x = null]) => written(jsonText(x)),
  },
} as const satisfies Record<string, FunctionFacts>;

/** Every function, by the name it has in a parsed expression. */
export type FunctionName = keyof typeof DEFINITIONS;

const NAMES: ReadonlyMap<string, FunctionName> = new Map([
  ...functionNames().map((name) => [name, name] as const),
  ['length', 'size'],
  ['float', 'double'],
]);

/** Names of functions in the order of the editor, without other spellings. */
export function functionNames(): readonly FunctionName[] {
  // The keys of a constant are exactly `FunctionName`.
  return Object.keys(DEFINITIONS) as FunctionName[];
}

/** Every spelling of every function, for suggestions. */
export function callableNames(): Iterable<string> {
  return NAMES.keys();
}

/** The function with this spelling. */
export function findFunction(spelling: string): FunctionName | undefined {
  return NAMES.get(spelling);
}

/** Parameters, result and meaning of a function. */
export function functionFacts(name: FunctionName): FunctionFacts {
  return DEFINITIONS[name];
}

/** `lower(text)`, as the editor and messages show it. */
export function signature(name: FunctionName): string {
  return `${name}(${functionFacts(name)
    .parameters.map((parameter) => parameter.name)
    .join(', ')})`;
}

/**
 * Whether `container` contains `item`: a list an equal item, an object the key, a text the text. @throws ArgumentError
 */
export function holds(container: Json, item: Json): boolean {
  if (Array.isArray(container)) return container.some((candidate) => equal(candidate, item));
  if (isJsonObject(container)) return typeof item === 'string' && Object.hasOwn(container, item);
  if (typeof container !== 'string') {
    throw new ArgumentError(
      `Cannot search in ${KIND_WORDS[kindOf(container)]}`,
      0,
      'Use a list, an object or text.',
    );
  }
  if (item === null) return false;
  if (typeof item === 'string') return container.includes(item);
  throw new ArgumentError(
    `Text contains only text, not ${KIND_WORDS[kindOf(item)]}`,
    1,
    'Convert the value with string(…).',
  );
}

function sizeOf(value: Json): number {
  if (typeof value === 'string') {
    let characters = 0;
    for (const _ of value) characters += 1;
    return characters;
  }
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

function matches(text: string, source: string): boolean {
  const pattern = compilePattern(source);
  if ('test' in pattern) return pattern.test(text);
  throw new ArgumentError(
    `The pattern is invalid: ${pattern.problem}`,
    1,
    'Patterns use RE2 syntax, without back-references and look-around. Write \\\\d for a digit.',
  );
}

function join(list: Json, separator: string): string {
  let text = '';
  const items = Array.isArray(list) ? list : [];
  for (const [index, item] of items.entries()) {
    text += (index === 0 ? '' : separator) + written(valueText(item));
    if (text.length > MAX_TEXT) throw tooLong();
  }
  return text;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function toNumber(value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = String(value).trim();
  const number = text.length <= 400 && DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new ArgumentError('The text is not a number', 0, 'Use digits, for example "42" or "0.5".');
}

function toBoolean(value: Json): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw new ArgumentError(
    'The value is not true or false',
    0,
    'Compare the value, for example x != 0 or x == "yes".',
  );
}

function written(text: string | undefined): string {
  if (text === undefined || text.length > MAX_TEXT) throw tooLong();
  return text;
}

function tooLong(): ArgumentError {
  return new ArgumentError(
    `The text would be longer than ${MAX_TEXT} characters or nested too deeply`,
    0,
    'Pass the value itself as a parameter that is a single template.',
  );
}
