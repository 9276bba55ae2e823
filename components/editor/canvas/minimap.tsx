import {
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useOnViewportChange, useReactFlow, useStore } from 'reactflow';
import { unitStatus } from '@/components/run-state/status';
import { useAlive } from '@/components/run-state/use-alive';
import { useRunContact, useRunLens, useRunState } from '@/components/run-state/use-run';
import type { Status } from '@/components/ui/status';
import type { PipelineDocument, RunState } from '@/engine';
import { selectStep } from '../model/derived';
import { colorOf, findFrame, stepsIn } from '../model/frames';
import { useEditor, useSession } from '../use-editor';
import { isSolid } from './flow-nodes';
import type { FlowNode, FrameFlowNode } from './flow-types';
import { worstStatus } from './frame-status';
import { type Box, boundsOf } from './initial-view';
import styles from './minimap.module.css';

const WIDTH = 112;
const HEIGHT = 74;
/** Height in the strip below the canvas. */
const FOLDED_HEIGHT = 35;
/** Size in the lower right corner, including margins. */
const CORNER = { width: WIDTH + 24, height: HEIGHT + 22 };

/**
 * The whole pipeline in a corner, or below the canvas while a card is in that corner. It draws one path for each
 * category, or for each status of the shown run, so that a thousand steps cost as much as ten.
 */
export function Minimap() {
  const session = useSession();
  const steps = useEditor((state) => state.document.steps);
  const { subscribe, getSettledNodes } = session.flow;
  const nodes = useSyncExternalStore(subscribe, getSettledNodes, getSettledNodes);
  const transform = useStore((state) => state.transform);
  const size = useStore((state) => `${state.width} ${state.height}`);
  const flow = useReactFlow();
  const isFolded = useIsFolded(nodes, size);
  const statuses = useStepStatuses();
  const isAlive = useAlive();
  const bounds = boundsOf(nodes);
  const frames = useEditor((state) => state.document.layout?.frames);
  const paths = useMemo(() => {
    const document = { steps, layout: frames === undefined ? {} : { frames } };
    const groupOf = (node: FlowNode): string => {
      if (node.type === 'note') return 'category param';
      if (node.type === 'frame') return groupOfFrame(node, document, statuses);
      const step = selectStep(document, node.id);
      const category = (step && session.descriptors.find(step.action)?.category) ?? 'param';
      return statuses === undefined ? `category ${category}` : `status ${statuses.get(node.id) ?? 'pending'}`;
    };
    // Expanded frames first, below their cards.
    return drawGroups(
      [...nodes].sort((a, b) => Number(isSolid(a)) - Number(isSolid(b))),
      groupOf,
    );
  }, [nodes, steps, frames, session, statuses]);
  // The size of the canvas is known in the browser only.
  if (!isAlive || bounds === undefined || nodes.length < 2) return null;
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
    session.memory.mode = 'moved';
    void flow.setCenter(px, py, { zoom });
  };
  return (
    <div className={styles.minimap} aria-hidden data-minimap data-folded={isFolded || undefined}>
      <svg
        role="presentation"
        width={WIDTH}
        height={isFolded ? FOLDED_HEIGHT : HEIGHT}
        viewBox={`${all.x} ${all.y} ${all.width} ${all.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      >
        {[...paths].map(([group, path]) => {
          const [kind, name] = group.split(' ');
          return <path key={group} {...lookOf(kind, name)} d={path} />;
        })}
        <rect className={styles.view} {...view} />
      </svg>
    </div>
  );
}

/** The colour of an expanded frame; a collapsed one has the status of its steps in a run. */
function groupOfFrame(
  node: FrameFlowNode,
  document: PipelineDocument,
  statuses: ReadonlyMap<string, Status> | undefined,
): string {
  const frame = findFrame(document, node.data.frameId);
  if (frame === undefined) return 'category param';
  if (!node.data.collapsed) return `frame ${colorOf(frame)}`;
  if (statuses === undefined) return `folded ${colorOf(frame)}`;
  return `status ${worstStatus(stepsIn(document, frame).map((id) => statuses.get(id) ?? 'pending')) ?? 'pending'}`;
}

function lookOf(kind: string | undefined, name: string | undefined) {
  switch (kind) {
    case 'status':
      return { 'data-status': name, className: styles.cards };
    case 'frame':
      return { 'data-frame-color': name, className: styles.frame };
    case 'folded':
      return { 'data-frame-color': name, className: styles.folded };
    default:
      return { 'data-category': name, className: styles.cards };
  }
}

/** Whether a card is in the corner; unchanged while something moves. */
function useIsFolded(nodes: readonly FlowNode[], size: string): boolean {
  const flow = useReactFlow();
  const [isFolded, setIsFolded] = useState(false);
  const check = useCallback(() => {
    const [width = 0, height = 0] = size.split(' ').map(Number);
    const { x, y, zoom } = flow.getViewport();
    const corner = {
      x: (width - CORNER.width - x) / zoom,
      y: (height - CORNER.height - y) / zoom,
      width: CORNER.width / zoom,
      height: CORNER.height / zoom,
    };
    setIsFolded(nodes.some((node) => isSolid(node) && overlaps(boxOf(node), corner)));
  }, [flow, nodes, size]);
  // Layout of the page: cards and the size of the canvas.
  useLayoutEffect(check, [check]);
  useOnViewportChange({ onEnd: check });
  return isFolded;
}

function boxOf({ position, measured }: FlowNode): Box {
  return { ...position, width: measured?.width ?? 264, height: measured?.height ?? 100 };
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The status of every step that has begun in the shown run; undefined without a run. The map changes with the run. */
function useStepStatuses(): ReadonlyMap<string, Status> | undefined {
  const contact = useRunContact().state;
  const select = useCallback(
    ({ steps }: RunState) => [...steps].map(([id, unit]) => `${id} ${unitStatus(unit, contact)}`).join('\n'),
    [contact],
  );
  const { active } = useRunLens();
  // A text, so that events that change no status draw nothing again.
  const text = useRunState(select);
  return useMemo(() => {
    if (!active) return undefined;
    const lines = text === undefined || text === '' ? [] : text.split('\n');
    return new Map(lines.map((line) => line.split(' ') as [string, Status]));
  }, [active, text]);
}

/** One path for each group of cards. */
function drawGroups<Group extends string>(
  nodes: readonly FlowNode[],
  groupOf: (node: FlowNode) => Group,
): Map<Group, string> {
  const paths = new Map<Group, string>();
  for (const node of nodes) {
    const group = groupOf(node);
    const { x, y, width, height } = boxOf(node);
    const box = `M${x} ${y}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z`;
    paths.set(group, (paths.get(group) ?? '') + box);
  }
  return paths;
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
