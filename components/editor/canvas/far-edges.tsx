import { useMemo, useSyncExternalStore } from 'react';
import { ViewportPortal } from 'reactflow';
import { useOptionalLens } from '@/components/run-state/run-context';
import type { RunStore } from '@/components/run-state/run-store';
import { useRunEvents } from '@/components/run-state/use-run';
import type { Position } from '@/engine';
import { useSession } from '../use-editor';
import { drawnState } from './edge-state';
import { elbow, lineThrough } from './elbow';
import styles from './far-edges.module.css';
import type { Flow } from './flow-interface';
import type { FlowEdge, FlowNode } from './flow-types';

/** Looks of edges; all edges of one look are drawn as one path. */
type Look = 'idle' | 'taken' | 'failed' | 'missed' | 'untaken';
type Paths = Readonly<Record<Look, string>>;

/**
 * All edges of a canvas at a zoom below 30 %. Single edges cannot be clicked at that zoom, and a few long paths are
 * much faster than a thousand elements.
 */
export function FarEdges() {
  const { flow } = useSession();
  const nodes = useSyncExternalStore(flow.subscribe, flow.getNodes, flow.getNodes);
  const settled = useSyncExternalStore(flow.subscribe, flow.getSettledNodes, flow.getSettledNodes);
  const edges = useSyncExternalStore(flow.subscribe, flow.getEdges, flow.getEdges);
  const runStore = useOptionalLens()?.store;
  const { revision } = useRunEvents();
  const moving = nodes === settled ? '' : flow.draggedIds().join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the run's state changes in place; its revision changes.
  const resting = useMemo(() => {
    const away = new Set(moving.split(' '));
    return draw(
      settled,
      edges.filter((edge) => !away.has(edge.source) && !away.has(edge.target)),
      flow,
      runStore,
    );
  }, [settled, edges, moving, flow, runStore, revision]);
  const dragged = useMemo(() => {
    if (moving === '') return undefined;
    const away = new Set(moving.split(' '));
    return draw(
      nodes,
      edges.filter((edge) => away.has(edge.source) || away.has(edge.target)),
      { handleY: flow.handleY },
      runStore,
    );
  }, [nodes, edges, moving, flow, runStore]);
  return (
    <ViewportPortal>
      <svg className={styles.edges} aria-hidden role="presentation">
        {LOOKS.map((look) => (
          <path key={look} className={styles[look]} d={resting[look]} />
        ))}
        {dragged !== undefined &&
          LOOKS.map((look) => <path key={look} className={styles[look]} d={dragged[look]} />)}
      </svg>
    </ViewportPortal>
  );
}

const LOOKS: readonly Look[] = ['idle', 'missed', 'untaken', 'taken', 'failed'];

function draw(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  { handleY, routeOf }: Pick<Flow, 'handleY'> & Partial<Pick<Flow, 'routeOf'>>,
  run: RunStore | undefined,
): Paths {
  const boxes = new Map(
    nodes.map(({ id, position, measured }) => [id, { ...position, width: measured?.width ?? 264 }]),
  );
  const paths: Record<Look, string> = { idle: '', taken: '', failed: '', missed: '', untaken: '' };
  for (const edge of edges) {
    const from = boxes.get(edge.source);
    const to = boxes.get(edge.target);
    if (from === undefined || to === undefined || edge.data === undefined || edge.data.kind === 'lineage')
      continue;
    const corners = routeOf?.(edge.id);
    if (corners !== undefined) {
      paths[lookOf(edge, run)] += lineThrough(corners).path;
      continue;
    }
    const start: Position = {
      x: from.x + from.width,
      y: from.y + handleY(edge.source, edge.sourceHandle ?? ''),
    };
    const route = elbow({
      sourceX: start.x,
      sourceY: start.y,
      targetX: to.x,
      targetY: to.y + handleY(edge.target, 'in'),
    });
    paths[lookOf(edge, run)] += route.path;
  }
  return paths;
}

function lookOf(edge: FlowEdge, run: RunStore | undefined): Look {
  const count = edge.data?.count;
  if (count !== undefined) return count === 0 ? 'untaken' : 'taken';
  if (run === undefined || edge.data === undefined) return 'idle';
  const { look, status } = drawnState(edge.data, run.unit);
  if (look === 'missed' || look === 'idle') return look;
  return status === 'failed' ? 'failed' : 'taken';
}
