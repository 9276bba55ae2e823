import type { BinaryOperator } from './ast';
import type { TokenSymbol } from './lex';

interface Infix {
  readonly power: number;
  readonly operator: BinaryOperator;
}

/** Binding power of the operators that the parser names. */
export const TERNARY = 1;
export const COMPARISON = 4;
export const ORDERING = 5;
export const SIGN = 8;

/** Binding power of each binary operator, weakest first; all are left-associative. */
export const INFIX: ReadonlyMap<TokenSymbol, Infix> = new Map(
  (
    [
      [2, ['||']],
      [3, ['&&']],
      [COMPARISON, ['==', '!=']],
      [ORDERING, ['<', '<=', '>', '>=', 'in']],
      [6, ['+', '-']],
      [7, ['*', '/', '%']],
    ] as const
  ).flatMap(([power, operators]) =>
    operators.map((operator): [TokenSymbol, Infix] => [operator, { power, operator }]),
  ),
);

/** Names of constant values. */
export const CONSTANTS: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
