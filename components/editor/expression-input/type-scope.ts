import {
  ancestors,
  type CompletionScope,
  descendants,
  type Graph,
  type ObservedOutputs,
  typeScope,
} from '@/engine';

/** What expressions of one step may read, and what is known of it. */
export interface ExpressionScope extends CompletionScope {
  /** Steps that have ended when this one runs, nearest first. */
  readonly before: ReadonlySet<string>;
  /** Steps that wait for this one: reading them would make a circle. */
  readonly after: ReadonlySet<string>;
}

export interface ExpressionScopeInput {
  readonly graph: Graph;
  /** The step that reads; undefined for the outputs of the pipeline, which may read every step. */
  readonly stepId: string | undefined;
  /** Names besides the usual ones, of which nothing is known. */
  readonly names: readonly string[];
  /** What runs gave. @default nothing */
  readonly observed?: ObservedOutputs;
}

/** Builds the scope in which a step's expressions are written. */
export function expressionScope({ graph, stepId, names, observed }: ExpressionScopeInput): ExpressionScope {
  const before = stepId === undefined ? new Set(graph.order) : ancestors(graph, stepId);
  const after = stepId === undefined ? new Set<string>() : descendants(graph, stepId);
  const others = graph.order.filter((id) => id !== stepId && !before.has(id) && !after.has(id));
  const known = typeScope(graph, observed);
  return {
    before,
    after,
    steps: [...before, ...others],
    step: known.step,
    names: {
      ...known.names,
      ...Object.fromEntries(names.map((name) => [name, name === 'index' ? { type: 'integer' } : {}])),
    },
  };
}
