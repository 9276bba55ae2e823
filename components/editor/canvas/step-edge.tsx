import { memo } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { useStepRun } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import { StatusGlyph } from '@/components/ui/status';
import type { EditorSession } from '../session';
import { useInteraction, useObservable, useSession } from '../use-editor';
import { type EdgeState, edgeState } from './edge-state';
import { type Elbow, elbow } from './elbow';
import type { EdgeData, FlowEdge } from './flow-types';
import styles from './step-edge.module.css';

/** Distance between two edges of one pair. */
const LINEAGE_SHIFT = 14;

/** An edge between two cards: its path, its arrow, and its state in a run. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<FlowEdge>) {
  const { id, source, target, data, selected } = props;
  const session = useSession();
  const dropping = useInteraction(({ dropEdge }) => dropEdge === id);
  const before = useStepRun(source);
  const after = useStepRun(target);
  if (data === undefined) return null;
  const isLineage = data.kind === 'lineage';
  const route = elbow(props, isLineage ? LINEAGE_SHIFT : 0, session.flow.obstacles(source, target));
  const state = edgeState(data, before, after);
  const passed = state.look === 'taken' || state.look === 'running';
  return (
    <g
      data-status={state.status}
      className={clsx(styles.group, dropping && styles.dropping, selected && styles.selected)}
    >
      <path d={route.path} className={clsx(styles.edge, styles[data.kind], styles[state.look])} />
      {!isLineage && (
        <>
          <path
            d={`M${props.targetX} ${props.targetY}l-7 -4.5v9z`}
            className={clsx(styles.arrow, passed && styles.arrowTaken)}
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

interface EdgeLabelsProps {
  id: string;
  data: EdgeData;
  route: Elbow;
  state: EdgeState;
  selected: boolean;
  /** The two steps, for the name of the button. */
  between: string;
}

/** Width in canvas pixels below which the label is shortened to the gap between the cards. */
const WIDE = 160;

/** The label of an edge, and the ⊕ button that inserts a step while the edge is hovered or selected. */
function EdgeLabels({ id, data, route, state, selected, between }: EdgeLabelsProps) {
  const session = useSession();
  const hovered = useObservable(session.hoveredEdge, (edge) => edge === id);
  const detail = useObservable(session.zoom, (value) => value);
  const isLineage = data.kind === 'lineage';
  const insertable = !session.readOnly && !isLineage && (hovered || (selected && isOnlyEdge(session)));
  if (detail === 'tile' || (data.label === undefined && !insertable)) return null;
  return (
    <EdgeLabelRenderer>
      {data.label !== undefined && (
        <EdgePill label={data.label} route={route} state={state} isLineage={isLineage} />
      )}
      {insertable && (
        <button
          type="button"
          className={clsx(styles.plus, 'nodrag nopan')}
          style={{ transform: at(route.middleX, besidePill(route, data.label)) }}
          aria-label={`Insert a step between ${between}`}
          onMouseEnter={() => session.hoveredEdge.set(id)}
          onMouseLeave={() => session.hoveredEdge.set(undefined)}
          onClick={() => patch(session.interaction, { picker: { edge: data.edge } })}
        >
          <Icon name="plus" size={12} />
        </button>
      )}
    </EdgeLabelRenderer>
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
        transform: isLineage ? at(route.middleX, route.middleY) : at(route.labelX, route.labelY),
        maxWidth: isLineage && route.room < WIDE ? Math.max(40, route.room - 8) : undefined,
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

/** Offset of the button, which is below the label when there is no space for both on the edge. */
function besidePill({ middleX, middleY, labelX, labelY }: Elbow, label: string | undefined): number {
  const covers = label !== undefined && Math.abs(middleX - labelX) < 44 && Math.abs(middleY - labelY) < 20;
  return covers ? middleY + 24 : middleY;
}

function at(x: number, y: number): string {
  return `translate(-50%, -50%) translate(${x}px, ${y}px)`;
}
