import { Meter, type Scope } from '../../expression';
import type { Json, JsonObject } from '../../json';
import { isTerminal } from './fold';
import { payloadValue } from './payload';
import { publicRunId, type RunState, type Signals } from './state';

/** Guaranteed: expressions do not change values, so the object may be read-only. */
function asObject(params: Readonly<Record<string, Json>>): JsonObject {
  return params;
}

/**
 * The names that expressions of a run may read. Expressions with the same scope share one limit for the values that
 * they build.
 * @param now one instant for the whole attempt
 * @param extra `item`, `index` and the like; `secrets` inside an attempt
 * @param signals the signals that had arrived at that instant
 */
export function runScope(
  state: RunState,
  now: Date,
  extra: Readonly<Record<string, Json>> = {},
  signals: Signals = state.signals,
): Scope {
  return {
    meter: new Meter(),
    names: {
      params: asObject(state.params),
      signals: Object.fromEntries(
        Object.entries(signals).map(([name, value]) => [name, payloadValue(value, state.loaded)]),
      ),
      now: now.toISOString(),
      pipeline_id: state.pipelineId,
      execution_id: publicRunId(state),
      ...extra,
    },
    step(id) {
      const unit = state.steps.get(id);
      if (!unit || !isTerminal(unit.status)) return undefined;
      return {
        status: unit.status,
        // A getter: the value may be large and not loaded, and most expressions do not read it.
        get output() {
          return unit.output === undefined ? undefined : payloadValue(unit.output, state.loaded);
        },
        error: unit.error,
      };
    },
  };
}
