import { isJsonObject, type Json } from '../../../json';
import { MAX_DOCUMENT_LEVELS, MAX_NAMES } from '../../../json-limits';
import { readJson } from '../../../read-json';
import { nameOf } from '../../../type-words';
import { MAX_RUN_BYTES, megabytes } from '../../../value-limits';
import { numbersOf } from './lists';
import { type Operation, type Request, refuse } from './request';
import { subjectOf } from './select';

/** Scales numbers to 0..1; normalises text for comparison. docs/rules.md, section 7.2. */
export const normalize: Operation = (request) => {
  const subject = subjectOf(request);
  if (Array.isArray(subject) && subject.some((item) => typeof item === 'number')) {
    return scaled(numbersOf(request, subject));
  }
  return changeText(request, subject, cleaned);
};

function scaled(numbers: readonly number[]): number[] {
  const low = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (low === high) return numbers.map(() => 0);
  // Halved, since the distance between very large numbers may be infinite.
  if (!Number.isFinite(high - low)) return numbers.map((n) => (n / 2 - low / 2) / (high / 2 - low / 2));
  return numbers.map((n) => (n - low) / (high - low));
}

function cleaned(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

export const uppercase: Operation = (request) =>
  changeText(request, subjectOf(request), (text) => text.toUpperCase());

export const lowercase: Operation = (request) =>
  changeText(request, subjectOf(request), (text) => text.toLowerCase());

/** Changes text, and all text in lists and in the values of objects. */
function changeText(request: Request, subject: Json, change: (text: string) => string): Json {
  if (typeof subject === 'string' || (typeof subject === 'object' && subject !== null)) {
    return changeWithin(subject, change);
  }
  throw refuse(
    `${request.operation} needs text, or a list or object that contains text, but the input is ${nameOf(subject)}.`,
  );
}

function changeWithin(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changeWithin(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changeWithin(inner, change)]));
}

/** Renders a template that reads `input`. */
export const template: Operation = (request) => {
  if (request.template === undefined)
    throw refuse('The operation template needs the parameter template.', 'template');
  return request.ctx.render(request.template, { input: subjectOf(request) });
};

/** The parsed value of JSON text, or of each text of a list. */
export const jsonParse: Operation = (request) => {
  const subject = subjectOf(request);
  return Array.isArray(subject) ? subject.map(parse) : parse(subject);
};

function parse(text: Json): Json {
  if (typeof text !== 'string') throw refuse(`json_parse needs text, but the input is ${nameOf(text)}.`);
  const read = readJson(text, MAX_DOCUMENT_LEVELS);
  if ('value' in read) return read.value;
  throw refuse(
    `The input of json_parse is ${read.problem === 'not JSON' ? whyNot(text) : BEYOND[read.problem]}`,
  );
}

const BEYOND = {
  'too deep': `JSON nested more than ${MAX_DOCUMENT_LEVELS} levels deep.`,
  'too many names': `JSON with more than ${MAX_NAMES.toLocaleString('en')} different names.`,
  'too much memory': `JSON that would take more than ${megabytes(MAX_RUN_BYTES)} of memory.`,
  'number too large': 'JSON with a number that is too large, such as 1e999.',
};

function whyNot(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return `text that is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return 'text that is not JSON.';
}

export const jsonStringify: Operation = (request) => JSON.stringify(subjectOf(request));
