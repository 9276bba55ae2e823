import type { Graph } from '@/engine';

/** A step in the outline. */
export interface OutlineEntry {
  readonly id: string;
  /** Nesting in branches, from 1. */
  readonly level: number;
  /** The branch that leads to it, for example `true`. */
  readonly branch: string | undefined;
}

/** Largest indentation: deeper rows would have no space for text. */
const MAX_LEVEL = 6;

/** Steps in topological order. A step that only a branch leads to is one level deeper than the branching step. */
export function outlineRows(graph: Graph): OutlineEntry[] {
  const levels = new Map<string, number>();
  return graph.order.map((id) => {
    const step = graph.steps.get(id);
    const before = (step?.upstream ?? []).map((from) => levels.get(from) ?? 1);
    const branch = step?.branches[0];
    const joins = (step?.upstream.length ?? 0) > 1;
    const level =
      branch === undefined
        ? Math.min(...(before.length === 0 ? [1] : before))
        : inside(levels, branch.from, joins);
    levels.set(id, Math.min(MAX_LEVEL, level));
    return { id, level: Math.min(MAX_LEVEL, level), branch: branch?.branch };
  });
}

/** The level of a step after another. A step with several predecessors is not part of a branch. */
function inside(levels: ReadonlyMap<string, number>, from: string, joins: boolean): number {
  const level = levels.get(from) ?? 1;
  return joins ? level : level + 1;
}
