import { clsx } from 'clsx';
import { memo } from 'react';
import { EdgeLabelRenderer, type EdgeProps } from 'reactflow';
import { useStepRun } from '@/components/run/use-run';
import { Icon } from '@/components/ui/icon';
import { StatusGlyph } from '@/components/ui/status-glyph';
import { patch } from '../model/observable';
import { useInteraction, useObservable, useSession } from '../use-editor';
import { elbow } from './elbow';
import type { FlowEdge } from './flow-types';
import { lineState } from './line-state';
import styles from './step-edge.module.css';

/** Two lines of one pair are this far apart. */
const LINEAGE_SHIFT = 14;

/** A line between two cards, with its pill, its arrow and a ⊕ to put a step in between. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<FlowEdge>) {
  const { id, source, target, data, selected } = props;
  const session = useSession();
  const hovered = useObservable(session.hoveredEdge, (edge) => edge === id);
  const dropping = useInteraction(({ dropEdge }) => dropEdge === id);
  const detail = useObservable(session.zoom, (value) => value);
  const before = useStepRun(source);
  const after = useStepRun(target);
  if (data === undefined) return null;
  const line = elbow(props, data.kind === 'lineage' ? LINEAGE_SHIFT : 0);
  const state = lineState(data, before, after);
  const x = props.targetX;
  const y = props.targetY;
  const insertable = !session.readOnly && data.kind !== 'lineage' && (hovered || selected === true);
  return (
    <g
      data-status={state.status}
      className={clsx(styles.group, dropping && styles.dropping, selected && styles.selected)}
    >
      <path d={line.path} className={clsx(styles.line, styles[data.kind], styles[state.look])} />
      {data.kind !== 'lineage' && (
        <path
          d={`M${x} ${y}l-7 -4.5v9z`}
          className={clsx(
            styles.arrow,
            (state.look === 'taken' || state.look === 'running') && styles.arrowTaken,
          )}
        />
      )}
      {state.look === 'running' && <path d={line.path} className={styles.pulse} pathLength={100} />}
      {data.kind !== 'lineage' && <path d={line.path} className={styles.hit} />}
      {detail !== 'tile' && (data.label !== undefined || insertable) && (
        <EdgeLabelRenderer>
          {data.label !== undefined && (
            <span
              className={clsx(
                styles.pill,
                data.kind === 'lineage' && styles.mono,
                state.look === 'taken' && styles.pillTaken,
              )}
              data-status={state.status}
              style={{ transform: `translate(-50%, -50%) translate(${line.labelX}px, ${line.labelY}px)` }}
            >
              {state.look === 'taken' && state.status !== undefined && (
                <StatusGlyph status={state.status} size={12} />
              )}
              {data.label}
            </span>
          )}
          {insertable && (
            <button
              type="button"
              className={clsx(styles.plus, 'nodrag nopan')}
              style={{ transform: `translate(-50%, -50%) translate(${line.middleX}px, ${line.middleY}px)` }}
              aria-label={`Insert a step ${props.label ?? `between ${source} and ${target}`}`}
              onMouseEnter={() => session.hoveredEdge.set(id)}
              onMouseLeave={() => session.hoveredEdge.set(undefined)}
              onClick={() => patch(session.interaction, { picker: { edge: data.edge } })}
            >
              <Icon name="plus" size={12} />
            </button>
          )}
        </EdgeLabelRenderer>
      )}
    </g>
  );
});
