import { useCallback, useSyncExternalStore } from 'react';
import { useOptionalLens } from '@/components/run-state/run-context';
import { drawnState, type EdgeState } from './edge-state';
import type { EdgeData } from './flow-types';

const NOTHING = () => () => {};
const IDLE: EdgeState = { look: 'idle' };
/** One object for each of the few states, so that events of other steps draw nothing again. */
const known = new Map<string, EdgeState>();

/** The state of an edge in the shown run; idle without one. */
export function useEdgeState(data: EdgeData | undefined): EdgeState {
  const store = useOptionalLens()?.store;
  const read = useCallback(
    () => (store === undefined || data === undefined ? IDLE : same(drawnState(data, store.unit))),
    [store, data],
  );
  return useSyncExternalStore(store?.subscribe ?? NOTHING, read, () => IDLE);
}

function same(state: EdgeState): EdgeState {
  const key = `${state.look} ${state.status}`;
  const first = known.get(key) ?? state;
  known.set(key, first);
  return first;
}
