import { stepTitle } from '@/components/pipeline-text/step-title';
import type { Descriptors, Graph, GraphEdge, PipelineDocument } from '@/engine';
import { branchOutputs } from '../model/branches';
import { selectStep } from '../model/derived';
import { OUT_HANDLE } from '../model/edits/connect';
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
}

/**
 * The edges to draw: one for each pair and branch, and the references of selected steps. Unchanged ones keep their
 * identity.
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
    if (old !== undefined && old.selected === isSelected && isSame(old.data, data)) {
      drawn.push(old);
      return;
    }
    const when = data.label === undefined ? '' : `, when ${data.label}`;
    drawn.push({
      id,
      type: 'step',
      source: data.edge.from,
      target: data.edge.to,
      sourceHandle: data.kind === 'branch' ? (data.edge.branch ?? OUT_HANDLE) : OUT_HANDLE,
      targetHandle: 'in',
      data,
      selected: isSelected,
      selectable: data.kind !== 'lineage',
      focusable: data.kind !== 'lineage',
      interactionWidth: data.kind === 'lineage' ? 0 : 24,
      ariaLabel: `from ${title(data.edge.from)} to ${title(data.edge.to)}${when}`,
    });
  };
  for (const edges of pairs(source.graph.edges).values()) {
    for (const data of drawnOfPair(edges, source)) add(data.edge.id, data);
  }
  for (const data of lineage(source)) add(LINEAGE_PREFIX + data.edge.id, data);
  return drawn;
}

/** Steps whose followers run after any branch: their cards need an ordinary handle too. */
export function stepsWithFollowers(graph: Graph): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const edges of pairs(graph.edges).values()) {
    const ordinary = edges.some((edge) => edge.kind !== 'branch' && edge.kind !== 'reference');
    const onlyReference = edges.every((edge) => edge.kind === 'reference');
    const first = edges[0];
    if (first !== undefined && (ordinary || onlyReference)) ids.add(first.from);
  }
  return ids;
}

function pairs(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const byPair = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = `${edge.from}>${edge.to}`;
    const list = byPair.get(key);
    if (list === undefined) byPair.set(key, [edge]);
    else list.push(edge);
  }
  return byPair;
}

function drawnOfPair(edges: readonly GraphEdge[], source: EdgeSource): EdgeData[] {
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
  if (dependency !== undefined) return [...branches, ofKind('ordinary', dependency)];
  const [reference] = edges;
  // A reference alone determines the order too.
  return branches.length === 0 && reference !== undefined ? [ofKind('ordinary', reference)] : branches;
}

function ofKind(kind: DrawnKind, edge: GraphEdge): EdgeData {
  return { kind, label: undefined, edge };
}

function lineage({ graph, selectedSteps }: EdgeSource): EdgeData[] {
  if (selectedSteps.length === 0) return [];
  const selected = new Set(selectedSteps);
  return graph.edges.flatMap((edge): EdgeData[] => {
    if (edge.kind !== 'reference' || edge.from === edge.to) return [];
    if (!selected.has(edge.from) && !selected.has(edge.to)) return [];
    return [{ kind: 'lineage', label: edge.label?.replace(/^output\.?/, '') || 'output', edge }];
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
