import { memo, useSyncExternalStore } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import { StatusGlyph } from '@/components/ui/status';
import { MarkButton } from '../breakpoints/breakpoint-mark';
import { useEdgeBreakpoints } from '../breakpoints/use-breakpoints-at';
import { type Lights, pairKey } from '../lineage/lights';
import { LABEL_MAX, labelWidth, WIDE_GAP } from '../model/edge-label';
import type { EditorSession } from '../session';
import { useInteraction, useObservable, useSession } from '../use-editor';
import { countLabel } from './cover-edges';
import type { EdgeState } from './edge-state';
import { type Elbow, elbow, lineThrough, type Point } from './elbow';
import type { EdgeData, FlowEdge } from './flow-types';
import { LINEAGE_SHIFT } from './label-places';
import styles from './step-edge.module.css';
import { useEdgeState } from './use-edge-state';

/** An edge between two cards: its path, its arrow, and its state in a run. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<FlowEdge>) {
  const { id, source, target, data, selected } = props;
  const session = useSession();
  const dropping = useInteraction(({ dropEdge }) => dropEdge === id);
  const state = useEdgeState(data);
  const light = useObservable(session.lights, (lights) => lightOf(lights, source, target));
  const corners = useCorners(session, id);
  if (data === undefined) return null;
  const isLineage = data.kind === 'lineage';
  const route = routeOf(props, corners, session);
  const passed = state.look === 'taken' || state.look === 'running';
  const isCounted = data.count !== undefined;
  return (
    <g
      data-status={state.status}
      data-light={light}
      className={clsx(styles.group, dropping && styles.dropping, selected && styles.selected)}
    >
      <path
        d={route.path}
        className={clsx(
          styles.edge,
          styles[data.kind],
          data.edge.branch === 'false' && styles.negative,
          styles[state.look],
          isCounted && (data.count === 0 ? styles.untaken : styles.covered),
        )}
      />
      {!isLineage && (
        <>
          <path
            d={`M${props.targetX} ${props.targetY}l-7 -4.5v9z`}
            className={clsx(
              styles.arrow,
              passed && styles.arrowTaken,
              data.count === 0 && styles.arrowUntaken,
            )}
          />
          {state.look === 'running' && <path d={route.path} className={styles.pulse} pathLength={100} />}
          <path d={route.path} className={styles.hit} />
        </>
      )}
      <EdgeLabels
        id={id}
        data={data}
        route={route}
        state={state}
        selected={selected === true}
        between={`${source} and ${target}`}
      />
    </g>
  );
});

/** Whether an edge is on the lineage that is shown; undefined without one. */
function lightOf(lights: Lights | undefined, from: string, to: string): 'on' | 'off' | undefined {
  if (lights === undefined) return undefined;
  return lights.pairs.has(pairKey(from, to)) ? 'on' : 'off';
}

/** Corners of the edge among all others; undefined when it is routed alone. */
function useCorners({ flow }: EditorSession, id: string): readonly Point[] | undefined {
  const read = () => flow.routeOf(id);
  return useSyncExternalStore(flow.subscribe, read, read);
}

/** The drawing of an edge: through its corners, or on its own while one of its cards is dragged. */
function routeOf(
  props: EdgeProps<FlowEdge>,
  corners: readonly Point[] | undefined,
  { flow }: EditorSession,
): Elbow {
  const { data, source, target } = props;
  const start = { x: props.sourceX, y: props.sourceY };
  const end = { x: props.targetX, y: props.targetY };
  const [first, last] = [corners?.[0], corners?.at(-1)];
  const isHere = isNear(first, start) && isNear(last, end);
  if (corners !== undefined && isHere) return lineThrough([start, ...corners.slice(1, -1), end]);
  return elbow(props, data?.kind === 'lineage' ? LINEAGE_SHIFT : 0, flow.obstacles(source, target));
}

/** React Flow places the ends of an edge at the outer side of a handle, half of its width beside the card. */
function isNear(corner: Point | undefined, end: Point): boolean {
  return corner !== undefined && Math.abs(corner.x - end.x) <= 8 && Math.abs(corner.y - end.y) < 0.5;
}

interface EdgeLabelsProps {
  id: string;
  data: EdgeData;
  route: Elbow;
  state: EdgeState;
  selected: boolean;
  /** The two steps, for the name of the button. */
  between: string;
}

/** The label of an edge, and the ⊕ button that inserts a step while the edge is hovered or selected. */
function EdgeLabels(props: EdgeLabelsProps) {
  const { id, data, route, state, selected, between } = props;
  const session = useSession();
  const hovered = useObservable(session.hoveredEdge, (edge) => edge === id);
  const detail = useObservable(session.zoom, (value) => value);
  const isLineage = data.kind === 'lineage';
  const isPlain = !isLineage && data.joined === undefined;
  const isShown = () => session.flow.showsLabel(id);
  const isPlaced = useSyncExternalStore(session.flow.subscribe, isShown, isShown);
  const label = isLineage && !isPlaced ? undefined : data.label;
  const count = useCount(session, props.id, data);
  const insertable = !session.readOnly && isPlain && (hovered || (selected && isOnlyEdge(session)));
  const mark = useEdgeMark(data, state);
  const isEmpty = label === undefined && count === undefined && !insertable && !mark.isShown;
  if (detail === 'tile' || isEmpty) return null;
  return (
    <EdgeLabelRenderer>
      {label !== undefined && <EdgePill label={label} route={route} state={state} isLineage={isLineage} />}
      {count !== undefined && (
        <span
          className={clsx(styles.pill, styles.count)}
          style={{ transform: at(count.x, count.y) }}
          aria-hidden
        >
          {count.text}
        </span>
      )}
      <MarkButton
        breakpoints={mark.breakpoints}
        place="edge"
        isPaused={mark.isPaused}
        transform={markPlace(route, data.label)}
      />
      {insertable && (
        <InsertButton
          id={id}
          data={data}
          route={route}
          count={count}
          between={between}
          isBelow={mark.isShown}
        />
      )}
    </EdgeLabelRenderer>
  );
}

/** The breakpoints on an edge, and whether the shown run is paused there. */
function useEdgeMark(data: EdgeData, { status }: EdgeState) {
  const breakpoints = useEdgeBreakpoints(data);
  const isPaused = status === 'paused';
  return { breakpoints, isPaused, isShown: isPaused || breakpoints.length > 0 };
}

interface InsertButtonProps extends Pick<EdgeLabelsProps, 'id' | 'data' | 'route' | 'between'> {
  count: Point | undefined;
  /** Whether a mark of breakpoints takes its place. */
  isBelow: boolean;
}

/** Inserts a step into the edge. */
function InsertButton({ id, data, route, count, between, isBelow }: InsertButtonProps) {
  const session = useSession();
  return (
    <button
      type="button"
      className={clsx(styles.plus, 'nodrag nopan')}
      style={{
        transform: at(route.middleX, besideLabels(route, data.label, count)) + (isBelow ? BELOW_MARK : ''),
      }}
      aria-label={`Insert a step between ${between}`}
      onMouseEnter={() => session.hoveredEdge.set(id)}
      onMouseLeave={() => session.hoveredEdge.set(undefined)}
      onClick={() => patch(session.interaction, { picker: { edge: data.edge } })}
    >
      <Icon name="plus" size={12} />
    </button>
  );
}

interface EdgePillProps {
  label: string;
  route: Elbow;
  state: EdgeState;
  isLineage: boolean;
}

/** The label of an edge: its branch, or the field that is read. */
function EdgePill({ label, route, state, isLineage }: EdgePillProps) {
  const taken = state.look === 'taken';
  return (
    <span
      className={clsx(styles.pill, isLineage && styles.mono, taken && styles.pillTaken)}
      data-status={state.status}
      title={label}
      style={{
        transform: isLineage ? at(route.middleX, route.middleY) : beside(route.labelX, route.labelY),
        maxWidth: isLineage ? WIDE_GAP : LABEL_MAX,
      }}
    >
      {taken && state.status !== undefined && <StatusGlyph status={state.status} size={12} />}
      <span className={styles.words}>{label}</span>
    </span>
  );
}

/** Whether no other edge is selected: with many selected edges, the buttons would distract. */
function isOnlyEdge({ store }: EditorSession): boolean {
  const { edges, steps } = store.getState().selection;
  return edges.length === 1 && steps.length === 0;
}

/** Half of the width of the button. */
const PLUS = 12;
/** Moves the button below a mark of breakpoints, which takes its place. Both keep their size on the screen. */
const BELOW_MARK = ' translateY(calc(23px / var(--k)))';

/** The middle of the edge, or right of its label where both have space beside each other. */
function markPlace({ middleX, middleY, labelX, labelY }: Elbow, label: string | undefined): string {
  if (label === undefined || Math.abs(middleY - labelY) >= 20) return at(middleX, middleY);
  return at(Math.max(middleX, labelX + labelWidth(label) + PLUS), middleY);
}

/** The count of an edge and its place; undefined for one without a count, or without a free place. */
function useCount(
  { flow }: EditorSession,
  id: string,
  data: EdgeData,
): (Point & { text: string }) | undefined {
  const read = () => flow.countPlace(id);
  const place = useSyncExternalStore(flow.subscribe, read, read);
  const text = countLabel(data);
  return place === undefined || text === undefined ? undefined : { ...place, text };
}

/** Height of the button, which is below the label or the count in its place. */
function besideLabels(route: Elbow, label: string | undefined, count: Point | undefined): number {
  const y = besidePill(route, label);
  const isCovered =
    count !== undefined && Math.abs(count.y - y) < 24 && Math.abs(count.x - route.middleX) < 36;
  return isCovered ? count.y + 24 : y;
}

/** Offset of the button, which is below the label when there is no space for both on the edge. */
function besidePill({ middleX, middleY, labelX, labelY }: Elbow, label: string | undefined): number {
  if (label === undefined) return middleY;
  const isBeside = middleX > labelX - PLUS && middleX < labelX + labelWidth(label) + PLUS;
  return isBeside && Math.abs(middleY - labelY) < 20 ? middleY + 24 : middleY;
}

function at(x: number, y: number): string {
  return `translate(-50%, -50%) translate(${x}px, ${y}px)`;
}

/** The left end at a point. */
function beside(x: number, y: number): string {
  return `translateY(-50%) translate(${x}px, ${y}px)`;
}
