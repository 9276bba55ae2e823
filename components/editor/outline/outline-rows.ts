import type { Graph } from '@/engine';

/** A step in the outline, or a frame with its steps below it. */
export interface OutlineEntry {
  readonly id: string;
  /** @default a step */
  readonly kind?: 'frame';
  /** Nesting in branches and frames, from 1. */
  readonly level: number;
  /** The branch that leads to it, for example `true`. */
  readonly branch: string | undefined;
}

/** The frames of a pipeline. */
export interface OutlineFrames {
  readonly ids: readonly string[];
  /** The frame of each step that is in one. */
  readonly home: ReadonlyMap<string, { readonly id: string }>;
}

const NO_FRAMES: OutlineFrames = { ids: [], home: new Map() };

/** A branch around a step. */
interface Scope {
  readonly from: string;
  readonly branch: string;
}

type Scopes = readonly Scope[];

/**
 * Steps depth-first, each below the branching step whose branch it is part of. A step where branches meet is as deep as
 * the step where they divided. Frames are at the first level, with all of their steps below them.
 */
export function outlineRows(graph: Graph, frames: OutlineFrames = NO_FRAMES): OutlineEntry[] {
  const scopes = new Map<string, Scopes>();
  const children = childrenOf(graph, frames, scopes);
  const rows: OutlineEntry[] = [];
  const below = (parent: string | undefined, level: number) =>
    byBranch(children.get(parent) ?? [], parent, scopes).map((item) => ({ ...item, level }));
  const pending = below(undefined, 1).reverse();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { id, kind, level } = item;
    const branch = kind === undefined ? graph.steps.get(id)?.branches[0]?.branch : undefined;
    rows.push({ id, level, branch, ...(kind === undefined ? {} : { kind }) });
    pending.push(...below(keyOf(item), level + 1).reverse());
  }
  return rows;
}

type Item = Pick<OutlineEntry, 'id' | 'kind'>;

/** Step ids contain no colon. */
function keyOf({ id, kind }: Item): string {
  return kind === undefined ? id : `frame:${id}`;
}

/** What is below each step and frame, and at the first level. Sets the branches around each step. */
function childrenOf(graph: Graph, { ids, home }: OutlineFrames, scopes: Map<string, Scopes>) {
  const children = new Map<string | undefined, Item[]>();
  const add = (parent: string | undefined, item: Item) =>
    children.set(parent, [...(children.get(parent) ?? []), item]);
  const shown = new Set<string>();
  const addFrame = (id: string) => {
    if (!shown.has(id)) add(undefined, { id, kind: 'frame' });
    shown.add(id);
  };
  for (const id of depthFirst(graph)) {
    const scope = scopeOf(graph, id, scopes);
    scopes.set(id, scope);
    const frame = home.get(id)?.id;
    if (frame !== undefined) addFrame(frame);
    const outer = frame === undefined ? undefined : keyOf({ id: frame, kind: 'frame' });
    // A branching step of another frame is no parent.
    add(scope.findLast(({ from }) => home.get(from)?.id === frame)?.from ?? outer, { id });
  }
  for (const id of ids) addFrame(id);
  return children;
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

/** The children of one step, those of each branch together. */
function byBranch(
  items: readonly Item[],
  parent: string | undefined,
  scopes: ReadonlyMap<string, Scopes>,
): Item[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const branch = scopes.get(item.id)?.find(({ from }) => from === parent)?.branch ?? '';
    groups.set(branch, [...(groups.get(branch) ?? []), item]);
  }
  return [...groups.values()].flat();
}
