import { type Covered, edgeCount, takenText } from '../model/coverage';
import type { EdgeData, FlowEdge } from './flow-types';

/** The edge before its count, and what was counted. */
interface Counted {
  readonly covered: Covered;
  readonly edge: FlowEdge;
}

/** Edges whose counts are unchanged keep their identity. */
const known = new WeakMap<FlowEdge, Counted>();

/** The edges with how often each was taken, in its data and in its accessible name. Without coverage they stay as they are. */
export function coverEdges(edges: FlowEdge[], covered: Covered | undefined): FlowEdge[] {
  if (covered === undefined) return edges;
  return edges.map((edge) => {
    const found = known.get(edge);
    if (found?.covered === covered) return found.edge;
    const counted = coverEdge(edge, covered);
    known.set(edge, { covered, edge: counted });
    return counted;
  });
}

function coverEdge(edge: FlowEdge, covered: Covered): FlowEdge {
  const { data, ariaLabel = '' } = edge;
  if (data === undefined || data.kind === 'lineage') return edge;
  const all = data.joined ?? [data.edge];
  const count = edgeCount(covered, all);
  // Of several edges the one that was taken most is counted: the others are at their steps.
  const atLeast = all.length > 1 && count > 0 ? 'at least ' : '';
  return {
    ...edge,
    data: { ...data, count, ...(atLeast === '' ? {} : { isLeast: true }) },
    ariaLabel: `${ariaLabel}, ${takenText(count, covered).replace('by ', `by ${atLeast}`)}`,
  };
}

/** The text of a count on the canvas; undefined for an edge that is not counted, or was never taken. */
export function countLabel({ count, isLeast }: EdgeData): string | undefined {
  if (count === undefined || count === 0) return undefined;
  return `${isLeast ? '≥ ' : ''}${count.toLocaleString('en')}`;
}
