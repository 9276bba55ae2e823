import type { JsonSchema } from '../../catalogue';
import { checkExpression, ExpressionError, parseExpression, readsSecret } from '../../expression';
import type { Graph } from '../../pipeline/graph';
import { typeScope } from '../../pipeline/type-scope';
import { type Breakpoint, type BreakpointPlace, breakpointPlace } from './breakpoint';

/** Why a breakpoint cannot pause a run. */
export interface BreakpointProblem {
  /** Id of the breakpoint. */
  readonly breakpoint: string;
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
}

type Problem = Omit<BreakpointProblem, 'breakpoint'>;

/** Checks breakpoints against a pipeline: each has at most one problem. */
export function breakpointProblems(graph: Graph, breakpoints: readonly Breakpoint[]): BreakpointProblem[] {
  return breakpoints.flatMap((breakpoint) => {
    const problem = placeProblem(graph, breakpoint.at) ?? conditionProblem(graph, breakpoint);
    return problem ? [{ breakpoint: breakpoint.id, ...problem }] : [];
  });
}

function placeProblem(graph: Graph, at: BreakpointPlace): Problem | undefined {
  if ('step' in at) return stepProblem(graph, at.step, at.iterations === true);
  const missing = stepProblem(graph, at.from, false) ?? stepProblem(graph, at.to, false);
  if (missing) return missing;
  const edges = graph.edges.filter(({ from, to }) => from === at.from && to === at.to);
  if (edges.some(({ branch }) => at.branch === undefined || branch === at.branch)) return undefined;
  return {
    message: `The breakpoint is on the edge ${breakpointPlace(at)}, which does not exist.`,
    hint: 'Remove the breakpoint, or set it on another edge.',
  };
}

function stepProblem(graph: Graph, id: string, iterations: boolean): Problem | undefined {
  const node = graph.steps.get(id);
  if (node === undefined) {
    return {
      message: `The breakpoint is at the step ${id}, which does not exist.`,
      hint: 'Remove the breakpoint, or set it at another step.',
    };
  }
  if (!iterations || node.step.action === 'loop') return undefined;
  return {
    message: `The breakpoint is at each iteration of ${id}, which is not a loop.`,
    hint: 'Set the breakpoint at the step.',
  };
}

const ITERATION: Readonly<Record<string, JsonSchema>> = { item: {}, index: { type: 'integer' } };
const FAILURE: Readonly<Record<string, JsonSchema>> = { error: {} };

function conditionProblem(graph: Graph, { at, when, condition }: Breakpoint): Problem | undefined {
  if (condition === undefined) return undefined;
  try {
    const expression = parseExpression(condition);
    if (readsSecret(expression)) {
      return {
        message: 'The condition of the breakpoint reads a secret, which is known only inside an attempt.',
        hint: 'Read params or outputs of steps instead.',
      };
    }
    const types = typeScope(graph);
    const { secrets: _, ...names } = types.names;
    const isIteration = 'step' in at && at.iterations === true;
    const known = { ...names, ...(isIteration && ITERATION), ...(when === 'failure' && FAILURE) };
    const problem = checkExpression(expression, { ...types, names: known }, { type: 'boolean' }).find(
      ({ severity }) => severity === 'error',
    );
    return problem && described(problem.message, problem.hint);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return described(error.message, error.hint);
  }
}

function described(message: string, hint: string | undefined): Problem {
  return {
    message: `The condition of the breakpoint is invalid: ${message}`,
    ...(hint === undefined ? {} : { hint }),
  };
}
