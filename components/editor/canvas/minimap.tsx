import { type PointerEvent, useMemo, useSyncExternalStore } from 'react';
import { useReactFlow, useStore } from 'reactflow';
import type { CategoryName } from '@/components/ui/category';
import { selectStep } from '../model/derived';
import { useEditor, useSession } from '../use-editor';
import type { FlowNode } from './flow-types';
import { boundsOf } from './initial-view';
import styles from './minimap.module.css';

const WIDTH = 112;
const HEIGHT = 74;

/** The whole pipeline in a corner: one path for each category, so that a thousand steps cost as much as ten. */
export function Minimap() {
  const session = useSession();
  const steps = useEditor((state) => state.document.steps);
  const { subscribe, getSettledNodes } = session.flow;
  const nodes = useSyncExternalStore(subscribe, getSettledNodes, getSettledNodes);
  const transform = useStore((state) => state.transform);
  const size = useStore((state) => `${state.width} ${state.height}`);
  const flow = useReactFlow();
  const bounds = boundsOf(nodes);
  const paths = useMemo(() => {
    const document = { steps };
    const categoryOf = (node: FlowNode): CategoryName => {
      if (node.type === 'note') return 'param';
      const step = selectStep(document, node.id);
      return (step && session.descriptors.find(step.action)?.category) ?? 'param';
    };
    return drawCategories(nodes, categoryOf);
  }, [nodes, steps, session]);
  if (bounds === undefined) return null;
  const [x, y, zoom] = transform;
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  const all = union(bounds, view);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const scale = Math.max(all.width / box.width, all.height / box.height);
    const px = all.x + all.width / 2 + (event.clientX - box.left - box.width / 2) * scale;
    const py = all.y + all.height / 2 + (event.clientY - box.top - box.height / 2) * scale;
    void flow.setCenter(px, py, { zoom });
  };
  return (
    <div className={styles.minimap} aria-hidden>
      <svg
        role="presentation"
        width={WIDTH}
        height={HEIGHT}
        viewBox={`${all.x} ${all.y} ${all.width} ${all.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      >
        {[...paths].map(([category, path]) => (
          <path key={category} data-category={category} className={styles.cards} d={path} />
        ))}
        <rect className={styles.view} {...view} />
      </svg>
    </div>
  );
}

function drawCategories(
  nodes: readonly FlowNode[],
  categoryOf: (node: FlowNode) => CategoryName,
): Map<CategoryName, string> {
  const paths = new Map<CategoryName, string>();
  for (const node of nodes) {
    const category = categoryOf(node);
    const width = Math.round(node.measured?.width ?? 264);
    const height = Math.round(node.measured?.height ?? 100);
    const box = `M${node.position.x} ${node.position.y}h${width}v${height}h${-width}z`;
    paths.set(category, (paths.get(category) ?? '') + box);
  }
  return paths;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
