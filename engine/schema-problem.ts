import type { z } from 'zod';
import { typeWords } from './type-words';

type Issue = z.core.$ZodIssue;

/** What zod says where a schema states no message of its own. */
const STOCK = /^(Invalid |Too (big|small): |Unrecognized keys?: )/;

/** How a message of a schema begins that continues the name of the value. */
const PREDICATE = /^(cannot|has|is|must|needs) /;

/** Types of zod that JSON Schema does not have. */
const SAME_TYPE: Readonly<Record<string, string>> = { int: 'integer', record: 'object', tuple: 'array' };

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  url: 'a URL',
  uuid: 'a UUID',
  email: 'an email address',
  datetime: 'a date and time like 2026-01-31T09:00:00Z',
};

/** Whether a problem has the message of zod, not one that the schema states. */
export function isStock({ message }: Issue): boolean {
  return STOCK.test(message);
}

/** A problem that a schema found. */
export interface FoundProblem {
  readonly path: readonly (string | number)[];
  readonly issue: Issue;
}

/** The first problem of a value. */
export function firstProblem({ issues: [issue] }: z.core.$ZodError): FoundProblem {
  return problemAt(issue ?? { code: 'custom', path: [], message: 'Invalid input' });
}

/** The problem that an issue means. Of several allowed forms, that of the form that fits best. */
export function problemAt(issue: Issue, prefix: readonly PropertyKey[] = []): FoundProblem {
  const path = [...prefix, ...issue.path];
  const [first] = formsOf(issue).toSorted((one, other) => misfit(one) - misfit(other))[0] ?? [];
  if (first !== undefined) return problemAt(first, path);
  return { path: path.map((key) => (typeof key === 'number' ? key : String(key))), issue };
}

/** The problems of each allowed form; none where the issue itself says more. */
function formsOf(issue: Issue): readonly (readonly Issue[])[] {
  if (issue.code !== 'invalid_union' || !isStock(issue)) return [];
  return expectedTypes(issue) === undefined ? issue.errors : [];
}

/** How far a form is from fitting: another type or unknown keys count more than wrong values. */
function misfit(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + weightOf(issue) + 1 / (1 + issue.path.length), 0);
}

function weightOf({ code, path }: Issue): number {
  if (code === 'invalid_type' && path.length === 0) return 5;
  return code === 'unrecognized_keys' ? 3 : 1;
}

/**
 * A path as text: `fixtures[0].step`.
 * @param whole name of the value with an empty path
 */
export function pathText(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole;
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return index === 0 ? String(key) : `.${String(key)}`;
    })
    .join('');
}

/**
 * A problem that a schema found, as a sentence.
 * @param what name of the value in the sentence: `steps[0].id`, `The body`
 */
export function problemText(what: string, issue: Issue): string {
  if (isStock(issue)) return `${what} ${predicateOf(issue)}.`;
  const { message } = issue;
  return `${what}${PREDICATE.test(message) ? '' : ':'} ${message}${message.endsWith('.') ? '' : '.'}`;
}

function predicateOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return needs([issue.expected], issue);
    case 'too_small':
      return sizePredicate(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return sizePredicate(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_value':
      return mustBe(issue.values);
    case 'invalid_union':
      return unionPredicate(issue);
    case 'invalid_format':
      return formatPredicate(issue);
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_key':
      return keyPredicate(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is invalid';
  }
}

function mustBe(values: readonly unknown[]): string {
  const written = values.map((value) => JSON.stringify(value));
  const last = written.at(-1) ?? '';
  return `must be ${written.length < 2 ? last : `${written.slice(0, -1).join(', ')} or ${last}`}`;
}

function keyPredicate({ issues: [issue] }: z.core.$ZodIssueInvalidKey): string {
  if (issue === undefined) return 'has an invalid name';
  return `has an invalid name: ${isStock(issue) ? `it ${predicateOf(issue)}` : issue.message}`;
}

/** @param issue of one expected type: zod tells the received type only at the end of its message */
function needs(expected: readonly string[], { message }: Issue): string {
  const received = /received (\w+)$/.exec(message)?.[1];
  if (received === 'undefined') return 'is missing';
  const needed = expected.map((type) => typeWords(SAME_TYPE[type] ?? type)).join(' or ');
  const isFraction = received === 'number' && expected.includes('int');
  if (received === undefined || received === 'NaN' || isFraction) return `needs ${needed}`;
  return `needs ${needed}, but is ${typeWords(received)}`;
}

function unionPredicate(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return mustBe(issue.options);
  const expected = expectedTypes(issue);
  const [first] = issue.errors[0] ?? [];
  return expected === undefined || first === undefined ? 'is invalid' : needs(expected, first);
}

/** The allowed types, when the value has none of them. */
function expectedTypes({ errors }: z.core.$ZodIssueInvalidUnion): string[] | undefined {
  const expected = errors.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? [first.expected] : [],
  );
  return expected.length > 0 && expected.length === errors.length ? [...new Set(expected)] : undefined;
}

function sizePredicate(
  { origin }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  limit: number | bigint,
  comparison: string,
): string {
  if (origin !== 'string' && origin !== 'array') return `must be ${comparison} ${limit}`;
  if (comparison === 'at least' && limit === 1) return 'is empty';
  return `must have ${comparison} ${limit} ${origin === 'string' ? 'characters' : 'items'}`;
}

function formatPredicate({ format, message }: z.core.$ZodIssueInvalidStringFormat): string {
  const words = FORMAT_WORDS[format];
  if (words !== undefined) return `must be ${words}`;
  // The message for a pattern, beginning or end ends in a predicate: `Invalid string: must start with "q"`.
  return /^Invalid string: (must .+)$/s.exec(message)?.[1] ?? 'has the wrong format';
}
