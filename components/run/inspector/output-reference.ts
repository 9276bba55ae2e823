import { expressionPath } from '@/components/json-tree/flatten';
import type { RunDefinition } from '@/components/run-state/definition';
import type { UnitSelection } from './selection';

/**
 * The expression by which later steps read the output of the shown unit: `steps.each.output.results[2]` for an
 * iteration of a loop. Undefined inside other actions, whose output does not list their iterations.
 */
export function outputReference(
  { step, iteration, loops }: Pick<UnitSelection, 'step' | 'iteration' | 'loops'>,
  definition: RunDefinition | undefined,
): string | undefined {
  const own = definition?.graph.steps.get(step)?.step.action;
  // The action of each level: the step, then what the iterations around the unit perform.
  const actions = iteration.map((_, depth) => (depth === 0 ? own : loops[depth - 1]?.iterations.action));
  const isListed = actions.every((action = '') => canonical(action, definition) === 'loop');
  if (!isListed) return undefined;
  return expressionPath(
    `steps.${step}.output`,
    iteration.flatMap((index) => ['results', index]),
  );
}

function canonical(action: string, definition: RunDefinition | undefined): string {
  return definition?.descriptors.find(action)?.type ?? action;
}
