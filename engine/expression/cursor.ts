import { isSymbol, rangeOf, type Token, type TokenSymbol, tokenize } from './lex';
import { ExpressionError, type Range } from './types';

const CLOSING = { '(': ')', '[': ']', '{': '}' } as const;
type Opening = keyof typeof CLOSING;

/** Reads the tokens of one expression in order, and builds errors for unexpected ones. */
export class Cursor {
  private readonly text: string;
  private readonly range: Range;
  private readonly tokens: readonly Token[];
  private position = 0;

  /** @throws ExpressionError when the text cannot be split into tokens */
  constructor(text: string, range: Range) {
    this.text = text;
    this.range = range;
    this.tokens = tokenize(text, range);
  }

  /** Parses the items between brackets, separated by commas; a trailing comma is accepted. */
  sequence<T>(
    opening: Opening,
    open: Range,
    part: () => T,
  ): { readonly parts: readonly T[]; readonly end: number } {
    const parts: T[] = [];
    while (!isSymbol(this.peek(), CLOSING[opening])) {
      parts.push(part());
      if (!isSymbol(this.peek(), ',')) break;
      this.advance();
    }
    return { parts, end: this.close(opening, open).end };
  }

  /** Moves past the bracket that closes this one. @throws ExpressionError */
  close(opening: Opening, open: Range): Token {
    const token = this.peek();
    if (isSymbol(token, CLOSING[opening])) return this.advance();
    if (token.kind !== 'end') {
      throw this.unexpected(token, `Expected ${CLOSING[opening]} or a comma.`);
    }
    throw new ExpressionError(`${opening} is not closed.`, rangeOf(open), `Add ${CLOSING[opening]}.`);
  }

  /** Moves past a symbol that is required here. @throws ExpressionError */
  expect(symbol: TokenSymbol, hint: string): void {
    const token = this.advance();
    if (!isSymbol(token, symbol)) throw this.unexpected(token, hint);
  }

  /** The error for an unexpected token. */
  unexpected(token: Token, hint?: string): ExpressionError {
    const range = rangeOf(token);
    if (token.kind === 'end') {
      return new ExpressionError('Unexpected end of the expression.', range, hint ?? this.endHint());
    }
    const written = this.text.slice(token.start, token.end);
    const isBrace = written === '}' && this.text.startsWith('}}', token.start);
    if (isBrace) {
      return new ExpressionError(
        'Braces are not allowed here.',
        range,
        'Write the whole expression without {{ }}.',
      );
    }
    const wordHint =
      token.kind === 'name' || token.kind === 'string' ? 'Add an operator before it.' : undefined;
    return new ExpressionError(`Unexpected ${written}.`, range, hint ?? wordHint);
  }

  private endHint(): string | undefined {
    const last = this.tokens[this.tokens.length - 2];
    return last ? `A value is missing after ${this.text.slice(last.start, last.end)}.` : undefined;
  }

  /** A token ahead, without moving. */
  peek(ahead = 0): Token {
    return this.tokens[this.position + ahead] ?? { kind: 'end', start: this.range.end, end: this.range.end };
  }

  /** The next token, moving past it. */
  advance(): Token {
    const token = this.peek();
    this.position += 1;
    return token;
  }
}
