import {
  checkExpression,
  type Diagnostic,
  ExpressionError,
  type Graph,
  type ObservedOutputs,
  parseExpression,
} from '@/engine';
import type { BreakpointPlace } from '@/engine/run/debug/breakpoint';
import { expressionScope } from '../expression-input/use-expression-scope';

/** Names that expressions of an iteration read besides those of its step. */
const ITEM_NAMES = ['item', 'index'] as const;
const NO_NAMES = [] as const;

/** Whose values the condition of a breakpoint reads: the step, and the names of an iteration. */
export function conditionScope(at: BreakpointPlace | undefined): {
  readonly stepId: string | undefined;
  readonly names: readonly string[];
} {
  if (at === undefined) return { stepId: undefined, names: NO_NAMES };
  if (!('step' in at)) return { stepId: at.to, names: NO_NAMES };
  return { stepId: at.step, names: at.iterations === true ? ITEM_NAMES : NO_NAMES };
}

export interface ConditionCheck {
  readonly graph: Graph;
  readonly at: BreakpointPlace | undefined;
  readonly text: string;
  readonly observed: ObservedOutputs;
}

/** What is wrong with the condition of a breakpoint; a text without content has no problem. */
export function conditionProblems({ graph, at, text, observed }: ConditionCheck): Diagnostic[] {
  if (text.trim() === '') return [];
  const types = expressionScope({ graph, observed, ...conditionScope(at) });
  try {
    return checkExpression(parseExpression(text), types, { type: 'boolean' }).map(
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
