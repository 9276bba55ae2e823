import type { Status } from '@/components/ui/status';
import type { GraphEdge, UnitState } from '@/engine';
import { passage } from '@/engine/run/taken/passage';
import type { EdgeData } from './flow-types';

/** How an edge looks in a run. */
export interface EdgeState {
  readonly look: 'idle' | 'taken' | 'running' | 'missed';
  /** The status whose colour it has. */
  readonly status?: Status;
}

const IDLE: EdgeState = { look: 'idle' };
const MISSED: EdgeState = { look: 'missed' };
const PAUSED: EdgeState = { look: 'taken', status: 'paused' };

/**
 * Whether the run passed an edge: taken, running (its target is active), or missed. Idle while that is open, and
 * without a run.
 */
export function edgeState(data: EdgeData, from: UnitState | undefined, to: UnitState | undefined): EdgeState {
  if (data.kind === 'lineage') return IDLE;
  switch (passage(data.edge.branch, from, to)) {
    case 'open':
      return IDLE;
    case 'missed':
      return MISSED;
    case 'active':
      return { look: 'running', status: 'running' };
    case 'taken':
      if (isPausedOn(data.edge, to)) return PAUSED;
      return { look: 'taken', status: from?.status === 'failed' ? 'failed' : 'completed' };
  }
}

/** Whether a breakpoint on the edge pauses the step that it leads to. */
function isPausedOn({ from, to, branch }: GraphEdge, unit: UnitState | undefined): boolean {
  const at = unit?.pause?.breakpoint?.at;
  if (at === undefined || 'step' in at) return false;
  return at.from === from && at.to === to && (at.branch === undefined || at.branch === branch);
}

const RANK: Readonly<Record<EdgeState['look'], number>> = { running: 3, taken: 2, missed: 1, idle: 0 };

/** The state of a drawn edge; of one that stands for several, that of the furthest of them. */
export function drawnState(data: EdgeData, unitOf: (step: string) => UnitState | undefined): EdgeState {
  const states = (data.joined ?? [data.edge]).map((edge) =>
    edgeState({ ...data, edge }, unitOf(edge.from), unitOf(edge.to)),
  );
  return states.reduce((best, state) => (RANK[state.look] > RANK[best.look] ? state : best), IDLE);
}
