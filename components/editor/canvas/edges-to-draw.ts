import { stepTitle } from '@/components/pipeline-text/step-title';
import type { Descriptors, Graph, GraphEdge, PipelineDocument } from '@/engine';
import { pairKey } from '../lineage/lights';
import { branchOutputs } from '../model/branches';
import { selectStep } from '../model/derived';
import { OUT_HANDLE } from '../model/edits/connect';
import { impliedPairs, pairOf } from '../model/implied-edges';
import type { DrawnKind, EdgeData, FlowEdge } from './flow-types';

/** Prefix with a character that no step id contains. */
const LINEAGE_PREFIX = 'lineage:';

/** Everything that determines how edges look. */
export interface EdgeSource {
  readonly graph: Graph;
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
  readonly selectedSteps: readonly string[];
  readonly selectedEdges: readonly string[];
  /** From `stepsWithFollowers`. */
  readonly followers: ReadonlySet<string>;
  /** Whether all data edges are drawn, not only those of selected steps. */
  readonly showsData: boolean;
  /** Pairs of steps on the lineage that is shown. @default none */
  readonly traced?: ReadonlySet<string> | undefined;
}

/**
 * The edges to draw: one for each pair and branch, without pairs that a longer path orders too. References and implied
 * edges of selected steps are added. Unchanged edges keep their identity.
 */
export function edgesToDraw(source: EdgeSource, previous: readonly FlowEdge[]): FlowEdge[] {
  const known = new Map(previous.map((edge) => [edge.id, edge]));
  const selected = new Set(source.selectedEdges);
  const title = (id: string) => {
    const step = selectStep(source.document, id);
    return step === undefined ? id : stepTitle(step, source.descriptors.find(step.action));
  };
  const drawn: FlowEdge[] = [];
  const add = (id: string, data: EdgeData) => {
    const old = known.get(id);
    const isSelected = selected.has(id);
    const sourceHandle = handleOf(data, source);
    const isKept = old?.selected === isSelected && old.sourceHandle === sourceHandle;
    if (old !== undefined && isKept && isSame(old.data, data)) {
      drawn.push(old);
      return;
    }
    drawn.push({
      id,
      type: 'step',
      source: data.edge.from,
      target: data.edge.to,
      sourceHandle,
      targetHandle: 'in',
      data,
      selected: isSelected,
      selectable: data.kind !== 'lineage',
      focusable: data.kind !== 'lineage',
      interactionWidth: data.kind === 'lineage' ? 0 : 24,
      ariaLabel: `from ${title(data.edge.from)} to ${title(data.edge.to)}${purpose(data)}`,
    });
  };
  const implied = impliedPairs(source.graph);
  const selectedSteps = new Set(source.selectedSteps);
  for (const [pair, edges] of pairs(source.graph.edges)) {
    for (const data of drawnOfPair(edges, source, implied.has(pair))) {
      const { id, from, to } = data.edge;
      const isTraced = source.traced?.has(pairKey(from, to)) === true;
      const isShown = data.kind !== 'implied' || source.showsData || isTraced || selected.has(id);
      if (isShown || selectedSteps.has(from) || selectedSteps.has(to)) add(id, data);
    }
  }
  for (const data of lineage(source)) add(LINEAGE_PREFIX + data.edge.id, data);
  return drawn;
}

/** Steps whose followers run after any branch: their cards need an ordinary handle too. */
export function stepsWithFollowers(graph: Graph): ReadonlySet<string> {
  const implied = impliedPairs(graph);
  const ids = new Set<string>();
  for (const [pair, edges] of pairs(graph.edges)) {
    const ordinary = edges.some((edge) => edge.kind !== 'branch' && edge.kind !== 'reference');
    const onlyReference = !implied.has(pair) && edges.every((edge) => edge.kind === 'reference');
    const first = edges[0];
    if (first !== undefined && (ordinary || onlyReference)) ids.add(first.from);
  }
  return ids;
}

function pairs(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const byPair = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = pairOf(edge);
    const list = byPair.get(key);
    if (list === undefined) byPair.set(key, [edge]);
    else list.push(edge);
  }
  return byPair;
}

/** The handle where an edge begins. A value of a branching step without followers is read at its first branch. */
function handleOf({ kind, edge }: EdgeData, { document, descriptors, followers }: EdgeSource): string {
  if (kind === 'branch') return edge.branch ?? OUT_HANDLE;
  const step = selectStep(document, edge.from);
  if (step === undefined || followers.has(edge.from)) return OUT_HANDLE;
  return branchOutputs(step, descriptors.find(step.action))[0]?.name ?? OUT_HANDLE;
}

/** The end of an edge's accessible name. */
function purpose({ kind, label }: EdgeData): string {
  if (kind === 'lineage' || kind === 'reference') return `, reads ${label ?? 'the output'}`;
  return label === undefined ? '' : `, when ${label}`;
}

function drawnOfPair(edges: readonly GraphEdge[], source: EdgeSource, isImplied: boolean): EdgeData[] {
  const branches = edges
    .filter((edge) => edge.kind === 'branch')
    .map((edge): EdgeData => ({ kind: 'branch', label: branchLabel(edge, source), edge }));
  const dependency =
    edges.find(({ kind }) => kind === 'depends_on') ?? edges.find(({ kind }) => kind === 'source');
  const handler = edges.find(({ kind }) => kind === 'handler');
  if (handler !== undefined) {
    return [
      ...branches,
      { kind: 'handler', label: handlerLabel(handler, source), edge: dependency ?? handler },
    ];
  }
  if (dependency !== undefined) {
    const kind = isImplied || branches.length > 0 ? 'implied' : 'ordinary';
    return [...branches, ofKind(kind, dependency)];
  }
  const [reference] = edges;
  if (isImplied || branches.length > 0 || reference === undefined) return branches;
  // A reference alone determines the order too. Where a branch starts the target, it must not look like a second start.
  const isStarted = (source.graph.steps.get(reference.to)?.branches.length ?? 0) > 0;
  return [ofKind(isStarted ? 'reference' : 'ordinary', reference)];
}

function ofKind(kind: DrawnKind, edge: GraphEdge): EdgeData {
  return { kind, label: undefined, edge };
}

/** References as data edges; those of selected steps say what is read. */
function lineage({ graph, selectedSteps, showsData, traced }: EdgeSource): EdgeData[] {
  if (selectedSteps.length === 0 && !showsData && traced === undefined) return [];
  const selected = new Set(selectedSteps);
  return graph.edges.flatMap((edge): EdgeData[] => {
    if (edge.kind !== 'reference' || edge.from === edge.to) return [];
    // The values of a lineage are named in its panel; labels of all of them would cover each other.
    const isTraced = traced?.has(pairKey(edge.from, edge.to)) === true;
    const isSelected = selected.has(edge.from) || selected.has(edge.to);
    if (!isSelected && !showsData && !isTraced) return [];
    const label = isSelected ? edge.label?.replace(/^output\.?/, '') || 'output' : undefined;
    return [{ kind: 'lineage', label, edge }];
  });
}

function branchLabel(edge: GraphEdge, { document, descriptors }: EdgeSource): string | undefined {
  const step = selectStep(document, edge.from);
  if (step === undefined) return edge.branch;
  const outputs = branchOutputs(step, descriptors.find(step.action));
  return outputs.find(({ name }) => name === edge.branch)?.label ?? edge.branch;
}

/** The status that a condition requires; reading the error implies `failed`. */
function handlerLabel(edge: GraphEdge, { document }: EdgeSource): string {
  const condition = selectStep(document, edge.to)?.condition ?? '';
  return /["'](failed|completed|skipped|cancelled)["']/.exec(condition)?.[1] ?? 'failed';
}

function isSame(a: EdgeData | undefined, b: EdgeData): boolean {
  return a?.kind === b.kind && a.label === b.label && a.edge.id === b.edge.id && a.edge.path === b.edge.path;
}
