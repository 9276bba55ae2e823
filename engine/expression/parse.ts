import type { Expression, Node } from './ast';
import { Cursor } from './cursor';
import { findFunction, functionFacts, functionNames, signature } from './functions';
import { isSymbol, rangeOf } from './lex';
import { parseStep } from './parse-step';
import { COMPARISON, CONSTANTS, INFIX, ORDERING, SIGN, TERNARY } from './precedence';
import { remember } from './remember';
import { ExpressionError, type Range } from './types';
import { unknownFunction } from './unknown-function';

/** Longest expression, in characters. */
export const MAX_LENGTH = 10_000;
/** Deepest nesting of brackets, calls, unary operators and conditionals. */
export const MAX_DEPTH = 64;
/** Largest number of operators and accesses in one expression: `a + b + c` nests to the left without brackets. */
const MAX_LINKS = 1000;

/**
 * Parses a condition or the inside of a template. One pair of `{{ }}` around it is accepted; ranges point into the
 * given text. Parsed expressions are cached by text.
 * @throws ExpressionError with the range and, where there is one, a hint
 */
export const parseExpression: (text: string) => Expression = remember(
  (text) => parseRange(text, withoutBraces(text)),
  { entries: 2000, characters: MAX_LENGTH },
);

/** Parses the expression within a range of a larger text. @throws ExpressionError */
export function parseRange(text: string, range: Range): Expression {
  if (range.end - range.start > MAX_LENGTH) {
    throw new ExpressionError(
      `The expression has ${range.end - range.start} characters. The limit is ${MAX_LENGTH}.`,
      range,
      'Split the expression across several steps.',
    );
  }
  return new Parser(text, range).parse();
}

function withoutBraces(text: string): Range {
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  const isBraced = end - start >= 4 && text.startsWith('{{', start) && text.endsWith('}}', end);
  return isBraced ? { start: start + 2, end: end - 2 } : { start, end };
}

/** A Pratt parser: each operator takes operands that bind more strongly than itself. */
class Parser {
  private readonly text: string;
  private readonly range: Range;
  private readonly cursor: Cursor;
  private depth = 0;
  private links = 0;

  constructor(text: string, range: Range) {
    this.text = text;
    this.range = range;
    this.cursor = new Cursor(text, range);
  }

  parse(): Expression {
    if (this.cursor.peek().kind === 'end') {
      throw new ExpressionError(
        'The expression is empty.',
        this.range,
        'Enter an expression, for example params.name.',
      );
    }
    const root = this.expression(TERNARY);
    const rest = this.cursor.peek();
    if (rest.kind !== 'end') throw this.cursor.unexpected(rest);
    return { text: this.text, root, start: root.start, end: root.end };
  }

  /** Parses an expression of operators that bind at least this strongly. */
  private expression(power: number): Node {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new ExpressionError(
        `The expression has more than ${MAX_DEPTH} nested levels.`,
        rangeOf(this.cursor.peek()),
        'Split the expression across several steps.',
      );
    }
    let left = this.prefix();
    for (let next = this.infix(left, power); next; next = this.infix(left, power)) left = next;
    this.depth -= 1;
    return left;
  }

  /** `left` with the next operator applied; undefined when that binds less strongly. */
  private infix(left: Node, power: number): Node | undefined {
    const token = this.cursor.peek();
    if (token.kind !== 'symbol') return undefined;
    if (token.symbol === '?') return power <= TERNARY ? this.conditional(left) : undefined;
    const isNotIn = token.symbol === 'not' && isSymbol(this.cursor.peek(1), 'in');
    const infix = INFIX.get(isNotIn ? 'in' : token.symbol);
    if (!infix || infix.power < power) return undefined;
    this.link(token);
    this.cursor.advance();
    if (isNotIn) this.cursor.advance();
    const right = this.expression(infix.power + 1);
    if (infix.power === ORDERING) this.refuseChain();
    const range = { start: left.start, end: right.end };
    const node: Node = { kind: 'binary', operator: infix.operator, left, right, ...range };
    return isNotIn ? { kind: 'unary', operator: '!', operand: node, ...range } : node;
  }

  private refuseChain(): void {
    const token = this.cursor.peek();
    const infix = token.kind === 'symbol' ? INFIX.get(token.symbol) : undefined;
    if (infix?.power !== ORDERING) return;
    throw new ExpressionError('Comparisons cannot be chained.', rangeOf(token), 'Write a < b && b < c.');
  }

  private conditional(test: Node): Node {
    this.link(this.cursor.advance());
    const whenTrue = this.expression(TERNARY);
    this.cursor.expect(':', 'Write a conditional as test ? a : b.');
    const whenFalse = this.expression(TERNARY);
    return { kind: 'conditional', test, whenTrue, whenFalse, start: test.start, end: whenFalse.end };
  }

  private prefix(): Node {
    const token = this.cursor.peek();
    if (token.kind === 'symbol' && (token.symbol === '!' || token.symbol === '-' || token.symbol === 'not')) {
      this.cursor.advance();
      // `not a == b` negates the comparison, `!a == b` negates a.
      const operand = this.expression(token.symbol === 'not' ? COMPARISON : SIGN);
      const operator = token.symbol === '-' ? '-' : '!';
      return { kind: 'unary', operator, operand, start: token.start, end: operand.end };
    }
    let node = this.primary();
    for (let next = this.postfix(node); next; next = this.postfix(node)) node = next;
    return node;
  }

  private primary(): Node {
    const token = this.cursor.advance();
    const { start, end } = token;
    if (token.kind === 'number' || token.kind === 'string') {
      return { kind: 'literal', value: token.value, start, end };
    }
    if (token.kind === 'name') return this.named(token.name, token);
    if (isSymbol(token, '(')) {
      const inner = this.expression(TERNARY);
      const close = this.cursor.close('(', token);
      return { ...inner, start, end: close.end };
    }
    if (isSymbol(token, '[')) {
      const items = this.cursor.sequence('[', token, () => this.expression(TERNARY));
      return { kind: 'list', items: items.parts, start, end: items.end };
    }
    if (isSymbol(token, '{')) {
      const entries = this.cursor.sequence('{', token, () => this.entry());
      return { kind: 'map', entries: entries.parts, start, end: entries.end };
    }
    throw this.cursor.unexpected(token);
  }

  private named(name: string, token: Range): Node {
    const { start, end } = token;
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant, start, end };
    if (name === 'steps') return parseStep(this.cursor, token);
    if (isSymbol(this.cursor.peek(), '(')) return this.call(name, token, undefined);
    return { kind: 'name', name, start, end };
  }

  private entry(): { readonly key: string; readonly value: Node } {
    const token = this.cursor.advance();
    if (token.kind !== 'string') {
      const hint = token.kind === 'name' ? `Write "${token.name}": …` : 'Write {"name": value}.';
      throw new ExpressionError('Put the keys of an object in quotes.', rangeOf(token), hint);
    }
    if (token.value === '__proto__') {
      throw new ExpressionError(
        'This key is not allowed in an object.',
        rangeOf(token),
        'Choose another name.',
      );
    }
    this.cursor.expect(':', 'Write an object as {"name": value}.');
    return { key: token.value, value: this.expression(TERNARY) };
  }

  private postfix(object: Node): Node | undefined {
    const token = this.cursor.peek();
    if (isSymbol(token, '.')) return this.member(object);
    if (isSymbol(token, '[')) return this.indexed(object);
    if (isSymbol(token, '(')) {
      throw new ExpressionError(
        'Only functions can be called.',
        rangeOf(token),
        `Functions: ${functionNames().join(', ')}.`,
      );
    }
    return undefined;
  }

  private member(object: Node): Node {
    this.link(this.cursor.advance());
    const token = this.cursor.advance();
    if (token.kind !== 'name') throw this.cursor.unexpected(token, 'Expected a field name after the dot.');
    if (isSymbol(this.cursor.peek(), '(')) return this.call(token.name, token, object);
    const propertyRange = { start: token.start, end: token.end };
    return {
      kind: 'member',
      object,
      property: token.name,
      propertyRange,
      start: object.start,
      end: token.end,
    };
  }

  private indexed(object: Node): Node {
    const open = this.cursor.advance();
    this.link(open);
    const index = this.expression(TERNARY);
    const { end } = this.cursor.close('[', open);
    const isKey =
      index.kind === 'literal' && (typeof index.value === 'string' || typeof index.value === 'number');
    if (!isKey) return { kind: 'index', object, index, start: object.start, end };
    const propertyRange = { start: index.start, end: index.end };
    return {
      kind: 'member',
      object,
      property: literalKey(index.value),
      propertyRange,
      start: object.start,
      end,
    };
  }

  /** The arguments of a call, after its name. @throws ExpressionError for unknown names and wrong counts */
  private call(spelling: string, nameToken: Range, object: Node | undefined): Node {
    const nameRange = { start: nameToken.start, end: nameToken.end };
    const name = findFunction(spelling);
    if (!name || (object && !functionFacts(name).method))
      throw unknownFunction(spelling, nameRange, object !== undefined);
    const open = this.cursor.advance();
    const written = this.cursor.sequence('(', open, () => this.expression(TERNARY));
    const args = object ? [object, ...written.parts] : written.parts;
    const range = { start: object?.start ?? nameRange.start, end: written.end };
    const wanted = functionFacts(name).parameters.length;
    if (args.length !== wanted) {
      throw new ExpressionError(
        `${spelling} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}.`,
        range,
        `Write ${signature(name)}.`,
      );
    }
    return { kind: 'call', name, nameRange, args, ...range };
  }

  private link(token: Range): void {
    this.links += 1;
    if (this.links <= MAX_LINKS) return;
    throw new ExpressionError(
      `The expression has more than ${MAX_LINKS} operators.`,
      rangeOf(token),
      'Compare with a list instead: x in [a, b, c].',
    );
  }
}

function literalKey(value: null | boolean | number | string): string | number {
  return typeof value === 'number' ? value : String(value);
}
