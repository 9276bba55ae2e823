import { memo } from 'react';
import type { EdgeProps } from 'reactflow';
import { useStepRun } from '@/components/run/use-run';
import { clsx } from '@/components/ui/clsx';
import { useInteraction, useSession } from '../use-editor';
import { elbow } from './elbow';
import type { FlowEdge } from './flow-types';
import { LineLabels } from './line-labels';
import { lineState } from './line-state';
import styles from './step-edge.module.css';

/** Two lines of one pair are this far apart. */
const LINEAGE_SHIFT = 14;

/** A line between two cards: its path, its arrow, and what a run did on it. */
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
