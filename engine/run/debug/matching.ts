import { ExpressionError, parseExpression, type Scope, test } from '../../expression';
import type { Graph } from '../../pipeline/graph';
import type { DebugState, RunState } from '../state/state';
import type { UnitAddress } from '../state/unit';
import { passage } from '../taken/passage';
import type { Breakpoint, BreakpointPlace, PauseMoment } from './breakpoint';

/** Whether an enabled breakpoint is about this unit at this moment, whatever its condition. */
export function isAt(
  { enabled, when, at }: Breakpoint,
  moment: PauseMoment,
  address: UnitAddress,
  { graph, state }: { readonly graph: Graph; readonly state: RunState },
): boolean {
  if (!enabled || when !== moment) return false;
  const isIteration = address.iteration.length > 0;
  if ('step' in at) return at.step === address.step && (at.iterations === true) === isIteration;
  return at.to === address.step && !isIteration && isTaken(at, graph, state);
}

/** Whether a loop that is about to be executed may pause at iterations. */
export function mayPauseInside(debug: DebugState | undefined, step: string): boolean {
  if (debug === undefined) return false;
  if (debug.isStepping || debug.pause_on_failure) return true;
  return debug.breakpoints.some(
    ({ enabled, at }) => enabled && 'step' in at && at.step === step && at.iterations === true,
  );
}

/** Whether a run took an edge to a step that starts. */
function isTaken(at: Extract<BreakpointPlace, { from: string }>, graph: Graph, state: RunState): boolean {
  const from = state.steps.get(at.from);
  if (from === undefined) return false;
  return graph.edges.some(
    (edge) =>
      edge.from === at.from &&
      edge.to === at.to &&
      (at.branch === undefined || edge.branch === at.branch) &&
      passage(edge.branch, from, undefined) !== 'missed',
  );
}

/** Whether the condition of a breakpoint is true; a text when it cannot be evaluated, so that the run pauses. */
export function judgeCondition(condition: string | undefined, scope: () => Scope): boolean | string {
  if (condition === undefined) return true;
  try {
    return test(parseExpression(condition), scope());
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `The condition of the breakpoint could not be evaluated: ${error.message}`;
  }
}
