import type { DiagnosticCode } from '../pipeline/diagnostic';
import type { Node } from './ast';
import { rangeOf } from './lex';
import type { Range, TypeScope } from './types';

/** A problem of an expression that is found without evaluating it. */
export interface ExpressionProblem {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** Range in the parsed text. */
  readonly range: Range;
  readonly message: string;
  readonly hint?: string;
}

/** State of a check, passed from node to node. */
export interface Checking {
  readonly types: TypeScope;
  /** Whether the node is inside `default(x, y)` or `has(x)`, where a missing value is allowed. */
  readonly guarded: boolean;
  report(problem: ExpressionProblem): void;
}

/** Reports a node that always fails, or can never be true. */
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
