import {
  checkExpression,
  type Diagnostic,
  ExpressionError,
  type Graph,
  type ObservedOutputs,
  parseExpression,
} from '@/engine';
import type { BreakpointPlace, PauseMoment } from '@/engine/run/debug/breakpoint';
import { expressionScope } from '../expression-input/use-expression-scope';

/** Where a condition is judged. */
export interface ConditionPlace {
  /** Undefined until one is chosen. */
  readonly at: BreakpointPlace | undefined;
  readonly when: PauseMoment;
}

/** Whose values the condition of a breakpoint reads: the step, the names of an iteration, and the error of a failure. */
export function conditionScope({ at, when }: ConditionPlace): {
  readonly stepId: string | undefined;
  readonly names: readonly string[];
} {
  if (at === undefined) return { stepId: undefined, names: [] };
  if (!('step' in at)) return { stepId: at.to, names: [] };
  const item = at.iterations === true ? ['item', 'index'] : [];
  return { stepId: at.step, names: when === 'failure' ? [...item, 'error'] : item };
}

export interface ConditionCheck extends ConditionPlace {
  readonly graph: Graph;
  readonly text: string;
  readonly observed: ObservedOutputs;
}

/** What is wrong with the condition of a breakpoint; a text without content has no problem. */
export function conditionProblems({ graph, text, observed, ...place }: ConditionCheck): Diagnostic[] {
  if (text.trim() === '') return [];
  const scope = expressionScope({ graph, observed, ...conditionScope(place) });
  // A secret is known only inside an attempt.
  const { secrets: _, ...names } = scope.names;
  try {
    return checkExpression(parseExpression(text), { ...scope, names }, { type: 'boolean' }).map(
      ({ code, severity, range, message, hint }) => diagnostic({ code, severity, range, message, hint }),
    );
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, range, hint } = error;
    return [diagnostic({ code: 'invalid_expression', severity: 'error', range, message, hint })];
  }
}

type Found = Pick<Diagnostic, 'code' | 'severity' | 'message'> & {
  readonly range: Diagnostic['range'];
  readonly hint: string | undefined;
};

function diagnostic({ range, hint, ...found }: Found): Diagnostic {
  return {
    ...found,
    path: 'condition',
    ...(range === undefined ? {} : { range }),
    ...(hint === undefined ? {} : { hint }),
  };
}
