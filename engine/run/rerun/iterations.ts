import { ExpressionError, parseExpression, references, templateReferences } from '../../expression';
import type { Json, JsonObject } from '../../json';
import type { GraphStep } from '../../pipeline/graph';
import type { UnitState } from '../state/state';
import type { PlannedIterations } from './rerun-plan';

/** Names whose values differ in every run. */
const VOLATILE: ReadonlySet<string> = new Set(['now', 'execution_id', 'signals']);

/** Parameters of a loop that change neither its items nor what completed iterations did. */
const OF_ITERATIONS: ReadonlySet<string> = new Set([
  'action_params',
  'max_iterations',
  'max_parallel',
  'on_item_failure',
  'parallel',
]);

/** Whether edited parameters of a loop concern only what its iterations receive, and how they are executed. */
export function editsOnlyIterations(edited: JsonObject): boolean {
  return Object.keys(edited).every((name) => OF_ITERATIONS.has(name));
}

/** Whether iterations of a loop failed, also of one that completed. */
export function hasFailedIterations(unit: UnitState | undefined): boolean {
  if (!unit || unit.reusedFrom !== undefined) return false;
  if ((unit.chunks?.failed ?? 0) > 0) return true;
  if (unit.iterations?.as !== undefined) return false;
  return [...(unit.iterations?.units.values() ?? [])].some(({ status }) => status === 'failed');
}

/**
 * The iterations that a loop with the same inputs need not execute again. Undefined for a loop in chunks, a wait, and a
 * list that may differ in every run.
 */
export function reusableIterations(
  node: GraphStep,
  { iterations }: UnitState,
): PlannedIterations | undefined {
  if (!iterations || iterations.as !== undefined || isVolatile(node.step.params.items)) return undefined;
  const reused = [...iterations.units]
    .filter(([, { status }]) => status === 'completed')
    .map(([index]) => index)
    .sort((a, b) => a - b);
  return { total: iterations.total, reused };
}

function isVolatile(items: Json | undefined): boolean {
  if (items === undefined) return false;
  const read = templateReferences(items).map(({ reference }) => reference.root);
  return [...read, ...expressionRoots(items)].some((root) => VOLATILE.has(root));
}

function expressionRoots(text: Json): string[] {
  if (typeof text !== 'string') return [];
  try {
    return references(parseExpression(text)).map(({ root }) => root);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
