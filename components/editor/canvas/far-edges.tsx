import { useMemo, useSyncExternalStore } from 'react';
import { ViewportPortal } from 'reactflow';
import { useOptionalLens } from '@/components/run-state/run-context';
import type { RunStore } from '@/components/run-state/run-store';
import { useRunEvents } from '@/components/run-state/use-run';
import { useSession } from '../use-editor';
import { drawnState } from './edge-state';
import styles from './far-edges.module.css';
import { FarMarks } from './far-marks';
import { type FarRoute, farRoutes } from './far-routes';
import type { EdgeData } from './flow-types';

/** Looks of edges; all edges of one look are drawn as one path. */
type Look = 'idle' | 'taken' | 'failed' | 'missed' | 'untaken';
type Paths = Readonly<Record<Look, string>>;

/**
 * All edges of a canvas at a zoom below 30 %. Single edges cannot be clicked at that zoom, and a few long paths are
 * much faster than a thousand elements.
 */
export function FarEdges() {
  const { resting, dragged } = useFarRoutes();
  const runStore = useOptionalLens()?.store;
  const { revision } = useRunEvents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the run's state changes in place; its revision changes.
  const paths = useMemo(() => draw(resting, runStore), [resting, runStore, revision]);
  const draggedPaths = useMemo(() => dragged && draw(dragged, runStore), [dragged, runStore]);
  return (
    <ViewportPortal>
      <svg className={styles.edges} aria-hidden role="presentation">
        {LOOKS.map((look) => (
          <path key={look} className={styles[look]} d={paths[look]} />
        ))}
        {draggedPaths !== undefined &&
          LOOKS.map((look) => <path key={look} className={styles[look]} d={draggedPaths[look]} />)}
      </svg>
      <FarMarks routes={resting} />
      {dragged !== undefined && <FarMarks routes={dragged} />}
    </ViewportPortal>
  );
}

/** Drawings of all edges: of those at dragged cards apart, so that a frame of a drag computes only these. */
function useFarRoutes(): { resting: readonly FarRoute[]; dragged: readonly FarRoute[] | undefined } {
  const { flow } = useSession();
  const nodes = useSyncExternalStore(flow.subscribe, flow.getNodes, flow.getNodes);
  const settled = useSyncExternalStore(flow.subscribe, flow.getSettledNodes, flow.getSettledNodes);
  const edges = useSyncExternalStore(flow.subscribe, flow.getEdges, flow.getEdges);
  const moving = nodes === settled ? '' : flow.draggedIds().join(' ');
  const resting = useMemo(() => {
    const away = new Set(moving.split(' '));
    return farRoutes(
      settled,
      edges.filter((edge) => !away.has(edge.source) && !away.has(edge.target)),
      flow,
    );
  }, [settled, edges, moving, flow]);
  const dragged = useMemo(() => {
    if (moving === '') return undefined;
    const away = new Set(moving.split(' '));
    return farRoutes(
      nodes,
      edges.filter((edge) => away.has(edge.source) || away.has(edge.target)),
      { handleY: flow.handleY },
    );
  }, [nodes, edges, moving, flow]);
  return { resting, dragged };
}

const LOOKS: readonly Look[] = ['idle', 'missed', 'untaken', 'taken', 'failed'];

function draw(routes: readonly FarRoute[], run: RunStore | undefined): Paths {
  const paths: Record<Look, string> = { idle: '', taken: '', failed: '', missed: '', untaken: '' };
  for (const { data, route } of routes) paths[lookOf(data, run)] += route.path;
  return paths;
}

function lookOf(data: EdgeData, run: RunStore | undefined): Look {
  const { count } = data;
  if (count !== undefined) return count === 0 ? 'untaken' : 'taken';
  if (run === undefined) return 'idle';
  const { look, status } = drawnState(data, run.unit);
  if (look === 'missed' || look === 'idle') return look;
  return status === 'failed' ? 'failed' : 'taken';
}
