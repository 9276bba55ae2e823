import { memo } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { useStepRun } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { patch } from '@/components/ui/observable';
import { StatusGlyph } from '@/components/ui/status';
import type { EditorSession } from '../session';
import { useInteraction, useObservable, useSession } from '../use-editor';
import { type Elbow, elbow } from './elbow';
import type { FlowEdge, LineData } from './flow-types';
import { type LineState, lineState } from './line-state';
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
  const line = elbow(props, isLineage ? LINEAGE_SHIFT : 0, session.flow.obstacles(source, target));
  const state = lineState(data, before, after);
  const passed = state.look === 'taken' || state.look === 'running';
  return (
    <g
      data-status={state.status}
      className={clsx(styles.group, dropping && styles.dropping, selected && styles.selected)}
    >
      <path d={line.path} className={clsx(styles.line, styles[data.kind], styles[state.look])} />
      {!isLineage && (
        <>
          <path
            d={`M${props.targetX} ${props.targetY}l-7 -4.5v9z`}
            className={clsx(styles.arrow, passed && styles.arrowTaken)}
          />
          {state.look === 'running' && <path d={line.path} className={styles.pulse} pathLength={100} />}
          <path d={line.path} className={styles.hit} />
        </>
      )}
      <LineLabels
        id={id}
        data={data}
        line={line}
        state={state}
        selected={selected === true}
        between={`${source} and ${target}`}
      />
    </g>
  );
});

interface LineLabelsProps {
  id: string;
  data: LineData;
  line: Elbow;
  state: LineState;
  selected: boolean;
  /** The two steps, for the name of the button. */
  between: string;
}

/** Width in canvas pixels below which the label is shortened to the gap between the cards. */
const WIDE = 160;

/** The label of an edge, and the ⊕ button that inserts a step while the edge is hovered or selected. */
function LineLabels({ id, data, line, state, selected, between }: LineLabelsProps) {
  const session = useSession();
  const hovered = useObservable(session.hoveredEdge, (edge) => edge === id);
  const detail = useObservable(session.zoom, (value) => value);
  const isLineage = data.kind === 'lineage';
  const insertable = !session.readOnly && !isLineage && (hovered || (selected && isOnlyEdge(session)));
  if (detail === 'tile' || (data.label === undefined && !insertable)) return null;
  return (
    <EdgeLabelRenderer>
      {data.label !== undefined && (
        <LinePill label={data.label} line={line} state={state} isLineage={isLineage} />
      )}
      {insertable && (
        <button
          type="button"
          className={clsx(styles.plus, 'nodrag nopan')}
          style={{ transform: at(line.middleX, besidePill(line, data.label)) }}
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

interface LinePillProps {
  label: string;
  line: Elbow;
  state: LineState;
  isLineage: boolean;
}

/** The label of an edge: its branch, or the field that is read. */
function LinePill({ label, line, state, isLineage }: LinePillProps) {
  const taken = state.look === 'taken';
  return (
    <span
      className={clsx(styles.pill, isLineage && styles.mono, taken && styles.pillTaken)}
      data-status={state.status}
      title={label}
      style={{
        transform: isLineage ? at(line.middleX, line.middleY) : at(line.labelX, line.labelY),
        maxWidth: isLineage && line.room < WIDE ? Math.max(40, line.room - 8) : undefined,
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
