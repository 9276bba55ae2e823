import type { JsonSchema } from '../catalogue';
import type { Json } from '../json';
import { type BinaryNode, type Node, pathText } from './ast';
import { type Checking, report } from './problem';
import { areDisjoint, kindsOf, literalsOf } from './shape';
import { closest } from './suggest';
import { KIND_WORDS, type Kind } from './values';

/** A node of an expression with the schema of its value. */
export interface Typed {
  readonly node: Node;
  readonly schema: JsonSchema;
}

/** The kinds of a value except null; undefined when uncertain or always null. */
export function presentKinds(schema: JsonSchema): ReadonlySet<Kind> | undefined {
  const kinds = kindsOf(schema);
  if (!kinds) return undefined;
  const present = new Set(kinds);
  present.delete('null');
  return present.size === 0 ? undefined : present;
}

/** Kinds as text: `a number or a text`. */
export function kindWords(kinds: Iterable<Kind>): string {
  return [...kinds].map((kind) => KIND_WORDS[kind]).join(' or ');
}

/** Reports a node whose value is never of a wanted kind. */
export function requireKinds(part: Typed, wanted: readonly Kind[], what: string, checking: Checking): void {
  const kinds = presentKinds(part.schema);
  if (!kinds || wanted.some((kind) => kinds.has(kind))) return;
  report(
    checking,
    part.node,
    {
      code: 'type_mismatch',
      severity: 'error',
      message: `${what} needs ${kindWords(wanted)}, but ${pathText(part.node) ?? 'this'} is ${kindWords(kinds)}.`,
    },
    conversionHint(kinds, wanted, part.node),
  );
}

function conversionHint(kinds: ReadonlySet<Kind>, wanted: readonly Kind[], node: Node): string | undefined {
  const written = pathText(node) ?? '…';
  if (wanted.includes('boolean'))
    return `Compare the value: ${written} ${kinds.has('string') ? '== "…"' : '!= null'}.`;
  if (wanted.includes('string')) return `Convert the value with string(${written}).`;
  return wanted.includes('number') && kinds.has('string')
    ? `Convert the text with double(${written}).`
    : undefined;
}

/** Reports `==`, `!=` and `in` between values that are never equal. */
export function checkEquality(range: Node, left: Typed, right: Typed, checking: Checking): void {
  if (left.node.kind === 'literal' && right.node.kind === 'literal') return;
  const leftKinds = presentKinds(left.schema);
  const rightKinds = presentKinds(right.schema);
  if (!leftKinds || !rightKinds) return;
  if (![...leftKinds].some((kind) => rightKinds.has(kind))) {
    const message = `${sentence(kindWords(leftKinds))} and ${kindWords(rightKinds)} never compare equal.`;
    const hint =
      literalHint(left, right) ?? literalHint(right, left) ?? 'Convert one side with string(…) or double(…).';
    report(checking, range, { code: 'type_mismatch', severity: 'warning', message }, hint);
    return;
  }
  checkLiterals(range, left, right, checking);
}

/** The hint for a literal of the wrong kind. */
function literalHint(literal: Typed, other: Typed): string | undefined {
  if (literal.node.kind !== 'literal') return undefined;
  const { value } = literal.node;
  const kinds = presentKinds(other.schema);
  if (typeof value === 'string') {
    const bare = value.trim();
    const isNumber = kinds?.has('number') && bare !== '' && Number.isFinite(Number(bare));
    const isBoolean = kinds?.has('boolean') && (bare === 'true' || bare === 'false');
    return isNumber || isBoolean ? `Write ${bare} without quotes.` : undefined;
  }
  return kinds?.has('string') && value !== null ? `Write "${value}" in quotes.` : undefined;
}

function checkLiterals(range: Node, left: Typed, right: Typed, checking: Checking): void {
  const leftValues = literalsOf(left.schema);
  const rightValues = literalsOf(right.schema);
  if (!leftValues || !rightValues || !areDisjoint(leftValues, rightValues)) return;
  const [side, known] = left.node.kind === 'literal' ? [left, right] : [right, left];
  const allowed = side === left ? rightValues : leftValues;
  const subject = pathText(known.node) ?? 'This';
  const written = side.node.kind === 'literal' ? JSON.stringify(side.node.value) : 'any of these values';
  report(
    checking,
    range,
    { code: 'impossible_comparison', severity: 'warning', message: `${subject} is never ${written}.` },
    allowedHint(side.node, allowed),
  );
}

function allowedHint(node: Node, allowed: readonly Json[]): string {
  const texts = allowed.filter((value) => typeof value === 'string');
  const near =
    node.kind === 'literal' && typeof node.value === 'string' ? closest(node.value, texts) : undefined;
  if (near !== undefined) return `Did you mean "${near}"?`;
  const shown = allowed.slice(0, 12).map((value) => JSON.stringify(value));
  return `Possible values: ${shown.join(', ')}${allowed.length > shown.length ? ', …' : ''}.`;
}

const ORDERED: readonly Kind[] = ['number', 'string'];

/** Reports an ordering that fails for every value. */
export function checkOrdering(node: BinaryNode, left: Typed, right: Typed, checking: Checking): void {
  requireKinds(left, ORDERED, node.operator, checking);
  requireKinds(right, ORDERED, node.operator, checking);
  const leftKinds = orderable(left);
  const rightKinds = orderable(right);
  if (!leftKinds || !rightKinds || leftKinds.some((kind) => rightKinds.includes(kind))) return;
  const message = `${node.operator} cannot order ${kindWords(leftKinds)} and ${kindWords(rightKinds)}.`;
  const hint =
    literalHint(left, right) ?? literalHint(right, left) ?? 'Convert the text to a number with double(…).';
  report(checking, node, { code: 'type_mismatch', severity: 'error', message }, hint);
}

/** The kinds of a node that can be ordered; undefined when uncertain or already reported. */
function orderable(part: Typed): readonly Kind[] | undefined {
  const kinds = [...(presentKinds(part.schema) ?? [])].filter((kind) => ORDERED.includes(kind));
  return kinds.length === 0 ? undefined : kinds;
}

const ADDABLE: readonly Kind[] = ['number', 'string', 'array'];

/** The schema of the result of `+`. Reports operands that cannot be added. */
export function checkAddition(node: BinaryNode, left: Typed, right: Typed, checking: Checking): JsonSchema {
  const leftKinds = presentKinds(left.schema);
  const rightKinds = presentKinds(right.schema);
  if (!leftKinds || !rightKinds) return {};
  const [kind, ...others] = ADDABLE.filter(
    (candidate) => leftKinds.has(candidate) && rightKinds.has(candidate),
  );
  if (kind !== undefined)
    return others.length === 0 && leftKinds.size + rightKinds.size === 2 ? { type: kind } : {};
  const isText = leftKinds.has('string') || rightKinds.has('string');
  report(
    checking,
    node,
    {
      code: 'type_mismatch',
      severity: 'error',
      message: `+ cannot add ${kindWords(leftKinds)} and ${kindWords(rightKinds)}.`,
    },
    isText ? 'Convert the other side with string(…).' : undefined,
  );
  return {};
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
