import type { Breakpoint, BreakpointPlace, Graph, GraphEdge, PipelineDocument } from '@/engine';
import { renameReference, rewriteExpression } from '../model/references';
import type { Selection } from '../model/selection';

/** The same text for the same place. */
export function placeKey(at: BreakpointPlace): string {
  if ('step' in at) return `${at.iterations === true ? 'iterations' : 'step'} ${at.step}`;
  return `edge ${at.from} ${at.to} ${at.branch ?? ''}`;
}

/** The place of an edge. Each branch is a place of its own; all other edges between two steps are one place. */
export function placeOfEdge({ from, to, kind, branch }: GraphEdge): BreakpointPlace {
  return kind === 'branch' && branch !== undefined ? { from, to, branch } : { from, to };
}

/** The places of what is selected, in order: steps, then edges. */
export function selectedPlaces({ steps, edges }: Selection, graph: Graph): BreakpointPlace[] {
  const byId = new Map(graph.edges.map((edge) => [edge.id, edge]));
  return [
    ...steps.map((step) => ({ step })),
    ...edges.flatMap((id) => {
      const edge = byId.get(id);
      return edge === undefined ? [] : [placeOfEdge(edge)];
    }),
  ];
}

/** Whether the pipeline has the step or the edge. */
export function isPlaceIn(at: BreakpointPlace, graph: Graph): boolean {
  if ('step' in at) return graph.steps.has(at.step);
  const key = placeKey(at);
  return graph.edges.some(
    (edge) => placeKey(placeOfEdge(edge)) === key || (at.branch === undefined && isBetween(edge, at)),
  );
}

function isBetween(edge: GraphEdge, at: { readonly from: string; readonly to: string }): boolean {
  return edge.from === at.from && edge.to === at.to;
}

/** The steps that have another id in the later document: old id to new id. */
export function renamedSteps(before: PipelineDocument, after: PipelineDocument): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  if (before.steps === after.steps || before.steps.length !== after.steps.length) return renamed;
  if (before.steps.every(({ id }, index) => after.steps[index]?.id === id)) return renamed;
  const old = new Set(before.steps.map(({ id }) => id));
  const kept = new Set(after.steps.map(({ id }) => id));
  before.steps.forEach(({ id, action }, index) => {
    const next = after.steps[index];
    // A step that was replaced by another one has another action, or takes the place of one that exists elsewhere.
    if (next === undefined || next.id === id || next.action !== action) return;
    if (!kept.has(id) && !old.has(next.id)) renamed.set(id, next.id);
  });
  return renamed;
}

/** The breakpoints that name a renamed step, in their place or their condition, with its new id. */
export function withRenamedSteps(
  breakpoints: readonly Breakpoint[],
  renamed: ReadonlyMap<string, string>,
): Breakpoint[] {
  if (renamed.size === 0) return [];
  const rewrite = renameReference(renamed);
  return breakpoints.flatMap((breakpoint) => {
    const { at, condition } = breakpoint;
    const place = renamedPlace(at, renamed);
    const text = condition === undefined ? undefined : rewriteExpression(condition, rewrite);
    if (place === at && text === condition) return [];
    return [{ ...breakpoint, at: place, ...(text === undefined ? {} : { condition: text }) }];
  });
}

function renamedPlace(at: BreakpointPlace, renamed: ReadonlyMap<string, string>): BreakpointPlace {
  const nameOf = (id: string) => renamed.get(id) ?? id;
  if ('step' in at) return renamed.has(at.step) ? { ...at, step: nameOf(at.step) } : at;
  if (!renamed.has(at.from) && !renamed.has(at.to)) return at;
  return { ...at, from: nameOf(at.from), to: nameOf(at.to) };
}
