import type { RunContext } from '../context/run-context';
import { type ChunksState, publicRunId, type UnitState } from '../state/state';
import type { UnitAddress } from '../state/unit';
import { chunkKey, type NewChunk, readParams } from './chunks';

/** A new chunk of a loop. */
export function newChunk(
  context: RunContext,
  loop: {
    readonly address: UnitAddress;
    readonly unit: UnitState;
    readonly chunks: ChunksState;
    readonly chunk: number;
    /** Iterations that it may execute concurrently. */
    readonly parallel: number;
  },
): NewChunk {
  const { address, unit, chunks, chunk, parallel } = loop;
  const { state, graph, pipeline, catalogue } = context;
  const { action, params } = chunks;
  return {
    key: chunkKey(address.step, unit.attempts.length, chunk),
    of: publicRunId(state),
    step: address.step,
    by: unit.action ?? '',
    started_at: unit.attempts.at(-1)?.startedAt ?? state.createdAt,
    first: chunk * chunks.size,
    total: chunks.total,
    items: chunks.items[chunk] ?? { value: [] },
    action,
    params,
    parallel,
    stop_on_failure: chunks.stopOnFailure,
    upstream: [...(graph.steps.get(address.step)?.upstream ?? [])],
    signals: { ...state.signals },
    lastCommand: state.lastCommand,
    trace: state.trace,
    run_params: readParams(state.params, { action, params }, pipeline, catalogue.descriptors),
  };
}
