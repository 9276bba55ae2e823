import { isJsonObject, type Json } from '../json';
import { accessText, type Expression, type Node, pathText, type StepNode } from './ast';
import { rangeOf } from './lex';
import { referenceNodes } from './references';
import { closest } from './suggest';
import { ExpressionError, type Range, type Scope } from './types';
import { KIND_WORDS, kindOf } from './values';

/** Thrown for a missing value. `default()` and `has()` handle it. */
export class MissingError extends ExpressionError {}

/** Thrown for a missing reference, at the part where it ends. */
export class MissingReferenceError extends MissingError {
  readonly reason: string;
  /** The name that was probably meant, if there is one. */
  readonly suggestion: string | undefined;

  constructor(path: string, reason: string, range: Range, suggestion?: string) {
    super(`${path} is missing: ${reason}.`, range, suggestion ?? guardHint(path));
    this.reason = reason;
    this.suggestion = suggestion;
  }
}

/** The same error about the whole reference instead of the part that is missing. */
export function aboutWhole(error: MissingReferenceError, expression: Expression): MissingReferenceError {
  const around = referenceNodes(expression.root)
    .map(({ node }) => node)
    .filter((node) => node.start <= error.range.start && error.range.end <= node.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start));
  const [whole] = around;
  const path = whole && pathText(whole);
  if (!whole || path === undefined) return error;
  return new MissingReferenceError(path, error.reason, rangeOf(whole), error.suggestion);
}

/** Why a name of the scope is missing. */
export function missingName(name: string, range: Range, scope: Scope): MissingError {
  const near = closest(name, Object.keys(scope.names));
  const suggestion = near ? `Did you mean ${near}?` : `For text, write "${name}".`;
  return new MissingReferenceError(name, `unknown name ${name}`, range, suggestion);
}

/** Why a step's output, status or error is missing. */
export function missingStep(node: StepNode, scope: Scope): MissingError {
  const reason = stepReason(node, scope.step(node.step));
  return new MissingReferenceError(pathText(node) ?? node.step, reason, rangeOf(node));
}

function stepReason(node: StepNode, step: ReturnType<Scope['step']>): string {
  if (!step) return `step ${node.step} has not ended`;
  if (node.aspect === 'output') return `${node.step} is ${step.status} and has no output`;
  if (!step.error) return `${node.step} is ${step.status} and has no error`;
  return `the error of ${node.step} has no ${node.field ?? 'message'}`;
}

/** Why a field or item is missing. `object` is the value it was read from. */
export function missingKey(node: Node, object: Json, key: Json): MissingError {
  const parent = node.kind === 'member' || node.kind === 'index' ? pathText(node.object) : undefined;
  const what = parent ?? 'the value before it';
  const isKnown = typeof key === 'string' || typeof key === 'number';
  const path = isKnown ? `${parent ?? '(…)'}${accessText(key)}` : (pathText(node) ?? 'This value');
  return new MissingReferenceError(
    path,
    `${what} ${keyReason(object, key)}`,
    rangeOf(node),
    keySuggestion(object, key, what),
  );
}

function keyReason(object: Json, key: Json): string {
  if (object === null) return 'is null';
  if (Array.isArray(object)) {
    const items = `${object.length} item${object.length === 1 ? '' : 's'}`;
    return typeof key === 'number' ? `has ${items}, counted from 0` : `is a list of ${items}, without names`;
  }
  if (isJsonObject(object)) return `has no ${JSON.stringify(key)}`;
  const markup = typeof object === 'string' ? markupOf(object) : undefined;
  return markup === undefined ? `is ${KIND_WORDS[kindOf(object)]}, without fields` : `is ${markup}, not JSON`;
}

/** A page that a server or a proxy returned in place of JSON; undefined for other texts. */
function markupOf(text: string): 'HTML' | 'XML' | undefined {
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (start.startsWith('<!doctype html') || /^<(?:html|head|body)[\s>]/.test(start)) return 'HTML';
  return start.startsWith('<?xml') ? 'XML' : undefined;
}

/** Largest number of fields that are compared for a suggestion. */
const MAX_LOOKED_AT = 200;

function keySuggestion(object: Json, key: Json, what: string): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (isJsonObject(object)) {
    const near = what === 'secrets' ? undefined : closest(key, Object.keys(object).slice(0, MAX_LOOKED_AT));
    return near === undefined ? undefined : `Did you mean ${what}${accessText(near)}?`;
  }
  const wantsSize =
    (Array.isArray(object) || typeof object === 'string') && /^(length|size|count)$/.test(key);
  return wantsSize ? `Write size(${what}).` : undefined;
}

function guardHint(path: string): string {
  return `If the value can be missing, write default(${path}, "…").`;
}
