import type { ActionDescriptor, Descriptors } from '../catalogue';
import { finish, type Pausing } from '../pausing';
import type { Pipeline, Step } from './schema';
import { namedSteps, writtenReferences } from './written-references';

/** Why one step runs after another. A pair may have several edges. docs/rules.md, section 3. */
export const EDGE_KINDS = ['depends_on', 'reference', 'branch', 'source', 'handler'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** One reason why `to` runs after `from`. */
export interface GraphEdge {
  /** Stable within the pipeline: `from>to:kind:branch`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** The branch that leads to `to`, for kind `branch`. */
  readonly branch?: string;
  /** For kind `reference`: what is read, such as `output.status`. */
  readonly label?: string;
  /** Where it is written, below the step that causes it: `params.url` of `to`, `params.on_true` of `from`. */
  readonly path: string;
}

/** A step with its upstream and downstream steps. */
export interface GraphStep {
  readonly id: string;
  readonly index: number;
  readonly step: Step;
  readonly descriptor: ActionDescriptor | undefined;
  /** Ids of the steps this one waits for, each once, in the order of its edges. */
  readonly upstream: readonly string[];
  /** Ids of the steps that wait for this one, each once. */
  readonly downstream: readonly string[];
  /** Steps whose status its condition reads, however they ended. docs/rules.md, section 3.5. */
  readonly handles: ReadonlySet<string>;
  /** Branches that lead here: source step and branch name. */
  readonly branches: readonly { readonly from: string; readonly branch: string }[];
}

/** A pipeline as steps and edges. Unknown ids have no edge; the first of two equal ids wins. */
export interface Graph {
  readonly pipeline: Pipeline;
  readonly steps: ReadonlyMap<string, GraphStep>;
  readonly edges: readonly GraphEdge[];
  /** Topological order, document order among equals; steps on a cycle come last. */
  readonly order: readonly string[];
  /** Groups of steps that wait for each other. */
  readonly cycles: readonly (readonly string[])[];
}

interface Draft {
  id: string;
  index: number;
  step: Step;
  descriptor: ActionDescriptor | undefined;
  upstream: Set<string>;
  downstream: Set<string>;
  handles: Set<string>;
  branches: { from: string; branch: string }[];
}

const built = new WeakMap<Pipeline, { descriptors: Descriptors; graph: Graph }>();

/** The graph of a pipeline. Cached by identity: all runs of a version share it. */
export function buildGraph(pipeline: Pipeline, descriptors: Descriptors): Graph {
  return finish(buildingGraph(pipeline, descriptors));
}

/** `buildGraph`, pausing between steps. */
export function* buildingGraph(pipeline: Pipeline, descriptors: Descriptors): Pausing<Graph> {
  const known = built.get(pipeline);
  if (known?.descriptors === descriptors) return known.graph;
  const graph = yield* newGraph(pipeline, descriptors);
  built.set(pipeline, { descriptors, graph });
  return graph;
}

function* newGraph(pipeline: Pipeline, descriptors: Descriptors): Pausing<Graph> {
  const drafts = new Map<string, Draft>();
  pipeline.steps.forEach((step, index) => {
    if (drafts.has(step.id)) return;
    const descriptor = descriptors.find(step.action);
    const empty = {
      upstream: new Set<string>(),
      downstream: new Set<string>(),
      handles: new Set<string>(),
      branches: [],
    };
    drafts.set(step.id, { id: step.id, index, step, descriptor, ...empty });
  });
  const edges = new Map<string, GraphEdge>();
  for (const draft of drafts.values()) {
    addEdges(draft, drafts, edges, descriptors);
    yield;
  }
  const order = topologicalOrder(drafts);
  yield;
  const steps = new Map<string, GraphStep>();
  for (const draft of drafts.values()) {
    steps.set(draft.id, { ...draft, upstream: [...draft.upstream], downstream: [...draft.downstream] });
  }
  return { pipeline, steps, edges: [...edges.values()], ...order };
}

function addEdges(
  to: Draft,
  drafts: Map<string, Draft>,
  edges: Map<string, GraphEdge>,
  descriptors: Descriptors,
): void {
  const connect = (edge: Omit<GraphEdge, 'id'>): void => {
    const source = drafts.get(edge.from);
    const target = drafts.get(edge.to);
    if (!source || !target) return;
    const id = `${edge.from}>${edge.to}:${edge.kind}${edge.branch === undefined ? '' : `:${edge.branch}`}`;
    if (!edges.has(id)) edges.set(id, { id, ...edge });
    target.upstream.add(edge.from);
    source.downstream.add(edge.to);
    if (edge.branch !== undefined) target.branches.push({ from: edge.from, branch: edge.branch });
  };
  to.step.dependsOn.forEach((from, index) => {
    connect({ from, to: to.id, kind: 'depends_on', path: `depends_on.${index}` });
  });
  for (const edge of referenceEdges(to, descriptors)) {
    if (edge.kind === 'handler') to.handles.add(edge.from);
    connect(edge);
  }
  for (const { steps, branch, path } of namedSteps(to.step, to.descriptor)) {
    for (const other of steps) {
      if (branch === undefined) connect({ from: other, to: to.id, kind: 'source', path });
      else connect({ from: to.id, to: other, kind: 'branch', branch, path });
    }
  }
}

/** Edges from the steps that a step refers to in its text. */
function referenceEdges(to: Draft, descriptors: Descriptors): Omit<GraphEdge, 'id'>[] {
  return writtenReferences(to.step, descriptors).flatMap(({ reference, decides, path }) => {
    if (reference.step === undefined) return [];
    const handles = decides && (reference.aspect === 'status' || reference.aspect === 'error');
    const label = [reference.aspect, ...reference.path].filter((part) => part !== undefined).join('.');
    return [
      { from: reference.step, to: to.id, kind: handles ? 'handler' : 'reference', label, path } as const,
    ];
  });
}

function topologicalOrder(drafts: Map<string, Draft>): { order: string[]; cycles: string[][] } {
  const left = new Map([...drafts.values()].map((draft) => [draft.id, draft.upstream.size]));
  const order = [...drafts.keys()].filter((id) => left.get(id) === 0);
  for (let at = 0; at < order.length; at += 1) {
    for (const id of drafts.get(order[at] ?? '')?.downstream ?? []) {
      const remaining = (left.get(id) ?? 0) - 1;
      left.set(id, remaining);
      if (remaining === 0) order.push(id);
    }
  }
  if (order.length === drafts.size) return { order, cycles: [] };
  const placed = new Set(order);
  const rest = [...drafts.keys()].filter((id) => !placed.has(id));
  return { order: [...order, ...rest], cycles: stronglyConnected(rest, drafts) };
}

function stronglyConnected(ids: readonly string[], drafts: Map<string, Draft>): string[][] {
  const components = new Components(drafts);
  for (const id of ids) components.visit(id);
  return components.cycles;
}

/** A step on the path, and its successors that are left to visit. */
interface Entered {
  readonly id: string;
  readonly next: string[];
}

/** Tarjan's algorithm without recursion: a chain of thousands of steps must not exhaust the stack. */
class Components {
  readonly cycles: string[][] = [];
  readonly #drafts: Map<string, Draft>;
  readonly #index = new Map<string, number>();
  readonly #low = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(drafts: Map<string, Draft>) {
    this.#drafts = drafts;
  }

  visit(start: string): void {
    if (this.#index.has(start)) return;
    const path = [this.#enter(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.next.shift();
      if (next === undefined) {
        path.pop();
        this.#leave(top.id, path.at(-1));
      } else if (!this.#index.has(next)) path.push(this.#enter(next));
      else if (this.#isOpen.has(next)) this.#lower(top.id, this.#index.get(next) ?? 0);
    }
  }

  #enter(id: string): Entered {
    this.#low.set(id, this.#index.size);
    this.#index.set(id, this.#index.size);
    this.#open.push(id);
    this.#isOpen.add(id);
    return { id, next: [...(this.#drafts.get(id)?.downstream ?? [])] };
  }

  #leave(id: string, parent: Entered | undefined): void {
    if (this.#low.get(id) === this.#index.get(id)) this.#close(id);
    if (parent) this.#lower(parent.id, this.#low.get(id) ?? 0);
  }

  /**
   * Ends the component that begins with this step. A component of one step is a cycle only if the step waits for
   * itself.
   */
  #close(id: string): void {
    const members = this.#open.splice(this.#open.lastIndexOf(id));
    for (const member of members) this.#isOpen.delete(member);
    if (members.length > 1 || this.#drafts.get(id)?.downstream.has(id)) this.cycles.push(members);
  }

  #lower(id: string, value: number): void {
    this.#low.set(id, Math.min(this.#low.get(id) ?? value, value));
  }
}

/** Every step that must have ended before this one may start, nearest first. */
export function ancestors(graph: Graph, id: string): Set<string> {
  return reach(id, (at) => graph.steps.get(at)?.upstream);
}

/** Every step that waits for this one, nearest first. */
export function descendants(graph: Graph, id: string): Set<string> {
  return reach(id, (at) => graph.steps.get(at)?.downstream);
}

function reach(start: string, next: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set<string>();
  const queue = [...(next(start) ?? [])];
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at];
    if (id === undefined || found.has(id)) continue;
    found.add(id);
    queue.push(...(next(id) ?? []));
  }
  return found;
}
