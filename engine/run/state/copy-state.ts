import type { ChunksState, RunState, UnitState } from './state';
import { UnitMap } from './unit-map';

/** A state that later events may be applied to without changing the original. Units without iterations keep their identity. */
export function copyRunState(state: RunState): RunState {
  return { ...state, counts: { ...state.counts }, steps: copyUnits(state.steps), loaded: new Map() };
}

/** The maps of a state grow in place, so each one is copied, at any depth. */
function copyUnits<K>(units: ReadonlyMap<K, UnitState>): UnitMap<K> {
  const copy = new UnitMap<K>();
  for (const [key, unit] of units) copy.replace(key, copyUnit(unit), undefined);
  return copy;
}

function copyUnit(unit: UnitState): UnitState {
  const { iterations, chunks } = unit;
  if (!iterations && !chunks) return unit;
  return {
    ...unit,
    iterations: iterations && { ...iterations, units: copyUnits(iterations.units) },
    chunks: chunks && copyChunks(chunks),
  };
}

function copyChunks(chunks: ChunksState): ChunksState {
  return { ...chunks, ended: new Map(chunks.ended), open: new Map(chunks.open) };
}
