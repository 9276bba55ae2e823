'use client';

import { type CSSProperties, useId, useMemo } from 'react';
import { ReactFlow, ReactFlowProvider, type Viewport } from 'reactflow';
import type { Size } from '@/components/ui/first-screen';
import { createObservable } from '@/components/ui/observable';
import type { EditorSession } from '../session';
import { DocumentScope, useSession } from '../use-editor';
import { DOTS } from './dots';
import styles from './first-view.module.css';
import type { FlowEdge, FlowNode } from './flow-types';
import { edgeTypes, nodeTypes } from './node-types';
import { initialViewIn } from './viewport';
import { detailAt, zoomStep } from './zoom';

/** What the canvas shows before its size is known. */
export interface FirstView {
  readonly size: Size;
  readonly viewport: Viewport;
  readonly nodes: FlowNode[];
  readonly edges: FlowEdge[];
}

/** Cards this far outside the canvas are drawn too: edges lead to them. In pixels. */
const AROUND = 320;

/** The initial view of a canvas of a size, with the visible cards. */
export function firstViewOf({ flow }: EditorSession, size: Size): FirstView {
  const all = flow.getNodes();
  const viewport = initialViewIn(all, { x: 0, y: 0, ...size });
  const nodes = all.filter((node) => isVisible(node, viewport, size));
  const drawn = new Set(nodes.map(({ id }) => id));
  const edges = flow.getEdges().filter(({ source, target }) => drawn.has(source) && drawn.has(target));
  return { size, viewport, nodes, edges: detailAt(viewport.zoom) === 'tile' ? [] : edges };
}

function isVisible({ position, measured }: FlowNode, { x, y, zoom }: Viewport, size: Size): boolean {
  const left = position.x * zoom + x;
  const top = position.y * zoom + y;
  const right = left + (measured?.width ?? 0) * zoom;
  const bottom = top + (measured?.height ?? 0) * zoom;
  return right > -AROUND && bottom > -AROUND && left < size.width + AROUND && top < size.height + AROUND;
}

/** The attributes of the canvas at the zoom of its first view, as `applyZoom` sets them later. */
export function zoomAttributes(first: FirstView | undefined) {
  if (!first) return {};
  const step = String(zoomStep(first.viewport.zoom));
  return { 'data-zoom-step': step, style: { '--k': step } as CSSProperties };
}

/**
 * Cards and edges as the server draws them, before the page is hydrated. They take no clicks, keys or focus yet, and nothing reads
 * them, also where `inert` is not known.
 */
export function FirstSurface({ first }: { first: FirstView }) {
  const session = useSession();
  const { size, viewport, nodes, edges } = first;
  const scope = useMemo(
    () => ({ ...session, zoom: createObservable(detailAt(viewport.zoom)) }),
    [session, viewport],
  );
  const { x, y, zoom } = viewport;
  const style = { '--view': `translate(${x}px, ${y}px) scale(${zoom})` } as CSSProperties;
  return (
    <DocumentScope value={scope}>
      <div className={styles.first} style={style} inert aria-hidden>
        <ReactFlowProvider
          initialNodes={nodes}
          initialEdges={edges}
          initialWidth={size.width}
          initialHeight={size.height}
        >
          <ReactFlow<FlowNode, FlowEdge>
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            defaultViewport={viewport}
            nodesFocusable={false}
            disableKeyboardA11y
            attributionPosition="bottom-right"
          >
            {detailAt(zoom) !== 'tile' && <FirstDots {...viewport} />}
          </ReactFlow>
        </ReactFlowProvider>
      </div>
    </DocumentScope>
  );
}

/** The dots where the `Background` of React Flow draws them later: it does not know the viewport before it is hydrated. */
function FirstDots({ x, y, zoom }: Viewport) {
  const id = useId();
  const gap = DOTS.gap * zoom;
  const radius = (DOTS.size / 2) * zoom;
  const tile = { x: x % gap, y: y % gap, width: gap, height: gap };
  return (
    <svg className={styles.dots} aria-hidden>
      <pattern
        id={id}
        {...tile}
        patternUnits="userSpaceOnUse"
        patternTransform={`translate(${-gap / 2},${-gap / 2})`}
      >
        <circle cx={radius} cy={radius} r={radius} fill="var(--canvas-dot)" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
