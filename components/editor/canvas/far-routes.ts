import type { Position } from '@/engine';
import { type Elbow, elbow, lineThrough } from './elbow';
import type { Flow } from './flow-interface';
import type { EdgeData, FlowEdge, FlowNode } from './flow-types';

/** An edge with its drawing at a zoom below 30 %. */
export interface FarRoute {
  readonly id: string;
  readonly data: EdgeData;
  readonly route: Elbow;
}

/** Drawings of edges between nodes. Edges that only show a value are left out. */
export function farRoutes(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  { handleY, routeOf }: Pick<Flow, 'handleY'> & Partial<Pick<Flow, 'routeOf'>>,
): FarRoute[] {
  const boxes = new Map(
    nodes.map(({ id, position, measured }) => [id, { ...position, width: measured?.width ?? 264 }]),
  );
  return edges.flatMap(({ id, data, source, target, sourceHandle }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (from === undefined || to === undefined || data === undefined || data.kind === 'lineage') return [];
    const corners = routeOf?.(id);
    if (corners !== undefined) return [{ id, data, route: lineThrough(corners) }];
    const start: Position = { x: from.x + from.width, y: from.y + handleY(source, sourceHandle ?? '') };
    const end: Position = { x: to.x, y: to.y + handleY(target, 'in') };
    return [
      { id, data, route: elbow({ sourceX: start.x, sourceY: start.y, targetX: end.x, targetY: end.y }) },
    ];
  });
}
