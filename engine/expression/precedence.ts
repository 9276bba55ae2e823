import type { BinaryOperator } from './ast';
import type { TokenSymbol } from './lex';

interface Infix {
  readonly power: number;
  readonly operator: BinaryOperator;
}

/** How strongly the operators bind that the parser knows by name. */
export const TERNARY = 1;
export const COMPARISON = 4;
export const ORDERING = 5;
export const SIGN = 8;

/** How strongly each operator binds, loosest first; all of them group to the left. */
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

/** Names that stand for a value. */
export const CONSTANTS: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
