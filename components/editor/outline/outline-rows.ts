import type { Graph } from '@/engine';

/** A step in the outline. */
export interface OutlineEntry {
  readonly id: string;
  /** Nesting in branches, from 1. */
  readonly level: number;
  /** The branch that leads to it, for example `true`. */
  readonly branch: string | undefined;
}

/** A branch around a step. */
interface Scope {
  readonly from: string;
  readonly branch: string;
}

type Scopes = readonly Scope[];

/**
 * Steps depth-first, each below the branching step whose branch it is part of. A step where branches meet is as deep as
 * the step where they divided.
 */
export function outlineRows(graph: Graph): OutlineEntry[] {
  const order = depthFirst(graph);
  const scopes = new Map<string, Scopes>();
  const children = new Map<string | undefined, string[]>();
  for (const id of order) {
    const scope = scopeOf(graph, id, scopes);
    scopes.set(id, scope);
    const parent = scope.at(-1)?.from;
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const rows: OutlineEntry[] = [];
  const pending = [...(children.get(undefined) ?? [])].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    rows.push({
      id,
      level: (scopes.get(id)?.length ?? 0) + 1,
      branch: graph.steps.get(id)?.branches[0]?.branch,
    });
    pending.push(...byBranch(children.get(id) ?? [], scopes).reverse());
  }
  return rows;
}

/** Every step after the steps it waits for, and where possible directly after the last of them. */
function depthFirst(graph: Graph): readonly string[] {
  const places = new Map(graph.order.map((id, index) => [id, index]));
  const done = new Set<string>();
  const isReady = (id: string) => graph.steps.get(id)?.upstream.every((from) => done.has(from)) ?? true;
  const pending = graph.order.filter((id) => graph.steps.get(id)?.upstream.length === 0).toReversed();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (done.has(id)) continue;
    done.add(id);
    const next = (graph.steps.get(id)?.downstream ?? []).filter((to) => !done.has(to) && isReady(to));
    pending.push(...next.toSorted((a, b) => (places.get(b) ?? 0) - (places.get(a) ?? 0)));
  }
  // Steps on a cycle are never ready.
  return [...done, ...graph.order.filter((id) => !done.has(id))];
}

/** The branches on every path to a step. */
function scopeOf(graph: Graph, id: string, scopes: ReadonlyMap<string, Scopes>): Scopes {
  const step = graph.steps.get(id);
  const paths = (step?.upstream ?? []).flatMap((from): Scopes[] => {
    const outer = scopes.get(from) ?? [];
    const branches = (step?.branches ?? []).filter((branch) => branch.from === from);
    return branches.length === 0 ? [outer] : branches.map((branch) => [...outer, branch]);
  });
  return paths.length === 0 ? [] : paths.reduce(commonStart);
}

function commonStart(a: Scopes, b: Scopes): Scopes {
  const differs = a.findIndex(
    (scope, index) => scope.from !== b[index]?.from || scope.branch !== b[index]?.branch,
  );
  return differs < 0 ? a : a.slice(0, differs);
}

/** Steps of one branching step, those of each branch together. */
function byBranch(ids: readonly string[], scopes: ReadonlyMap<string, Scopes>): string[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const branch = scopes.get(id)?.at(-1)?.branch ?? '';
    groups.set(branch, [...(groups.get(branch) ?? []), id]);
  }
  return [...groups.values()].flat();
}
