import type { Descriptors } from '../../catalogue';
import { ancestors, descendants, type Graph } from '../../pipeline/graph';
import type { RunState } from '../state/state';
import type { RerunChoice } from './choice';
import { hasFailedIterations } from './iterations';
import { readBy } from './missing';

/** Steps that the choice executes; undefined for those that it leaves to their state. */
export function selectedBy(
  { scope, step = '' }: RerunChoice,
  graph: Graph,
  original: RunState,
): ReadonlySet<string> | undefined {
  if (scope === 'only' || scope === 'up_to') return new Set([step]);
  if (scope === 'from') return new Set([step, ...descendants(graph, step)]);
  if (scope !== 'failed_iterations') return undefined;
  const loops = [...graph.steps.keys()].filter((id) => hasFailedIterations(original.steps.get(id)));
  return new Set(loops.flatMap((id) => [id, ...descendants(graph, id)]));
}

/** Steps that take part in a run up to a step, or in the try of one step; undefined when all do. */
export function concernedBy(
  { scope, step = '', isTry = false }: RerunChoice,
  graph: Graph,
  descriptors: Descriptors,
): ReadonlySet<string> | undefined {
  if (scope === 'up_to') return new Set([step, ...ancestors(graph, step)]);
  const node = graph.steps.get(step);
  return isTry && scope === 'only' && node ? new Set([step, ...readBy(node, descriptors)]) : undefined;
}
