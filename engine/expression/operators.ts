import type { Json } from '../json';
import type { BinaryOperator } from './ast';
import { ArgumentError, holds } from './functions';
import { equal, KIND_WORDS, type Kind, kindOf, MAX_TEXT } from './values';

/** Operators that evaluate both sides; `&&` and `||` evaluate the left one first. */
export type StrictOperator = Exclude<BinaryOperator, '&&' | '||'>;

/** Longest list that `+` builds, in items. */
const MAX_ITEMS = 1_000_000;

/** Whether null on either side is an ordinary operand: equality, ordering (never true) and membership. */
export function takesNull(operator: StrictOperator): boolean {
  return !'+-*/%'.includes(operator);
}

/** Applies an operator. @throws ArgumentError when the operands do not fit */
export function applyOperator(operator: StrictOperator, left: Json, right: Json): Json {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case 'in':
      return right === null ? false : isIn(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inOrder(operator, left, right);
    case '+':
      return add(left, right);
    default:
      return calculate(operator, left, right);
  }
}

function isIn(item: Json, container: Json): boolean {
  try {
    return holds(container, item);
  } catch (error) {
    // The arguments of `holds` are in the opposite order of the operands of `in`.
    if (error instanceof ArgumentError)
      throw new ArgumentError(error.message, 1 - error.argument, error.hint);
    throw error;
  }
}

function inOrder(operator: '<' | '<=' | '>' | '>=', left: Json, right: Json): boolean {
  if (left === null || right === null) return false;
  if (typeof left === 'number' && typeof right === 'number') return compare(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string') return compare(operator, left, right);
  throw new ArgumentError(
    `${operator} cannot order ${kinds(left, right)}`,
    1,
    orderingHint(kindOf(left), kindOf(right)),
  );
}

function compare<T extends number | string>(operator: '<' | '<=' | '>' | '>=', left: T, right: T): boolean {
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

function orderingHint(left: Kind, right: Kind): string {
  const mixed = new Set([left, right]);
  if (mixed.has('number') && mixed.has('string')) return 'Convert the text to a number with double(…).';
  return 'Compare numbers with numbers and text with text.';
}

function add(left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right);
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length + right.length > MAX_TEXT) {
      throw new ArgumentError(`The text would be longer than ${MAX_TEXT} characters`, 1);
    }
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length + right.length > MAX_ITEMS) {
      throw new ArgumentError(`The list would have more than ${MAX_ITEMS} items`, 1);
    }
    return [...left, ...right];
  }
  const isText = typeof left === 'string' || typeof right === 'string';
  throw new ArgumentError(
    `+ cannot add ${kinds(left, right)}`,
    1,
    isText ? 'Convert the other side with string(…).' : 'Add numbers, text or lists of the same kind.',
  );
}

function calculate(operator: '-' | '*' | '/' | '%', left: Json, right: Json): number {
  if (typeof left !== 'number' || typeof right !== 'number') {
    const hint = 'Convert text to a number with double(…).';
    throw new ArgumentError(
      `${operator} needs two numbers, not ${kinds(left, right)}`,
      typeof left === 'number' ? 1 : 0,
      hint,
    );
  }
  if (operator === '-') return finite(left - right);
  if (operator === '*') return finite(left * right);
  if (right === 0) {
    throw new ArgumentError(
      operator === '/' ? 'Cannot divide by zero' : 'Cannot take the remainder of a division by zero',
      1,
      'Check for zero first: x == 0 ? 0 : y / x.',
    );
  }
  return finite(operator === '/' ? left / right : left % right);
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new ArgumentError('The result is too large for a number', 1);
}

function kinds(left: Json, right: Json): string {
  return `${KIND_WORDS[kindOf(left)]} and ${KIND_WORDS[kindOf(right)]}`;
}
