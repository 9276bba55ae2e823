import type { GraphEdge, PipelineDocument } from '@/engine';
import { OUT_HANDLE } from '../model/edits/connect';
import { foldedAround, framesOf, frameTitle } from '../model/frames';
import { type EdgeData, type FlowEdge, frameNodeId } from './flow-types';

/**
 * The edges of a canvas with collapsed frames: those inside are left out, and those to the outside end at the frame's
 * card, several between the same ends as one. Unchanged edges keep their identity.
 */
export function foldEdges(
  edges: FlowEdge[],
  document: PipelineDocument,
  previous: readonly FlowEdge[],
): FlowEdge[] {
  if (!framesOf(document).some(({ collapsed }) => collapsed === true)) return edges;
  const known = new Map(previous.map((edge) => [edge.id, edge]));
  const byEnds = new Map<string, FlowEdge[]>();
  const shown = edges.filter((edge) => !touchesFolded(edge, document));
  for (const edge of edges) {
    const attached = touchesFolded(edge, document) ? attach(edge, document) : undefined;
    if (attached === undefined) continue;
    const key = [attached.source, attached.sourceHandle, attached.target].join(' ');
    byEnds.set(key, [...(byEnds.get(key) ?? []), attached]);
  }
  const joined = [...byEnds.values()].map((some) => {
    const made = joinedEdge(some, document);
    const old = known.get(made.id);
    return old !== undefined && isSame(old, made) ? old : made;
  });
  return [...shown, ...joined];
}

function touchesFolded({ source, target }: FlowEdge, document: PipelineDocument): boolean {
  return foldedAround(document, source) !== undefined || foldedAround(document, target) !== undefined;
}

/** The edge with its ends at the cards of collapsed frames; undefined inside one, and for edges that order nothing. */
function attach(edge: FlowEdge, document: PipelineDocument): FlowEdge | undefined {
  const from = foldedAround(document, edge.source);
  const to = foldedAround(document, edge.target);
  if (from === to || edge.data?.kind === 'lineage' || edge.data?.kind === 'implied') return undefined;
  return {
    ...edge,
    ...(from === undefined ? {} : { source: frameNodeId(from.id), sourceHandle: OUT_HANDLE }),
    ...(to === undefined ? {} : { target: frameNodeId(to.id) }),
  };
}

/** One edge for several between the same ends. It is selected and removed where its steps are shown. */
function joinedEdge(edges: readonly FlowEdge[], document: PipelineDocument): FlowEdge {
  const [first, ...others] = edges;
  if (first?.data === undefined) throw new Error('An edge has no data.');
  const { kind, label, edge } = first.data;
  const all = edges.flatMap(({ data }) => data?.edge ?? []);
  const isUniform = others.every(({ data }) => data?.kind === kind && data.label === label);
  const data: EdgeData = {
    kind: isUniform ? kind : 'ordinary',
    label: isUniform ? label : undefined,
    edge,
    joined: all,
  };
  return { ...first, data, selectable: false, selected: false, ariaLabel: labelOf(first, all, document) };
}

function labelOf(
  { source, target, ariaLabel }: FlowEdge,
  all: readonly GraphEdge[],
  document: PipelineDocument,
): string {
  const ends = framesOf(document).flatMap((frame) => {
    const id = frameNodeId(frame.id);
    return id === source || id === target ? [`the frame ${frameTitle(frame)}`] : [];
  });
  const count = all.length === 1 ? '' : `${all.length} edges, the first `;
  return `${count}${ariaLabel ?? ''}, of ${ends.join(' and ')}`;
}

function isSame(a: FlowEdge, b: FlowEdge): boolean {
  const [one, other] = [a.data?.joined, b.data?.joined];
  return (
    a.source === b.source &&
    a.target === b.target &&
    a.sourceHandle === b.sourceHandle &&
    a.ariaLabel === b.ariaLabel &&
    a.data?.kind === b.data?.kind &&
    a.data?.label === b.data?.label &&
    one?.length === other?.length &&
    (one ?? []).every((edge, index) => edge.id === other?.[index]?.id)
  );
}
