import type { DiagnosticCode } from '../pipeline/diagnostic';
import type { Node } from './ast';
import { rangeOf } from './lex';
import type { Range, TypeScope } from './types';

/** Something wrong with an expression that can be told without running it. */
export interface ExpressionProblem {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** Characters of the parsed text. */
  readonly range: Range;
  readonly message: string;
  readonly hint?: string;
}

/** What the checker carries along. */
export interface Checking {
  readonly types: TypeScope;
  /** Inside `default(x, y)` or `has(x)`: what is missing does no harm. */
  readonly guarded: boolean;
  report(problem: ExpressionProblem): void;
}

/** Reports something that fails, or never can be true, wherever it is evaluated. */
export function report(
  checking: Checking,
  node: Node | Range,
  problem: Pick<ExpressionProblem, 'code' | 'severity' | 'message'>,
  hint?: string,
): void {
  checking.report(withHint({ ...problem, range: rangeOf(node) }, hint));
}

function withHint(problem: ExpressionProblem, hint: string | undefined): ExpressionProblem {
  return hint === undefined ? problem : { ...problem, hint };
}
