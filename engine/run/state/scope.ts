import { Meter, type Scope } from '../../expression';
import type { Json, JsonObject } from '../../json';
import { isTerminal } from './fold';
import { payloadValue } from './payload';
import { publicRunId, type RunState, type Signals } from './state';

/** Expressions read values and change none. */
function asObject(params: Readonly<Record<string, Json>>): JsonObject {
  return params;
}

/**
 * What expressions of a run may read. What they build with one scope is counted together.
 * @param now the same instant for one attempt
 * @param extra `item`, `index` and the like; `secrets` inside an attempt
 * @param signals those that had come at that instant
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
        // Looked at only by those who read it: it may be large, and stored elsewhere.
        get output() {
          return unit.output === undefined ? undefined : payloadValue(unit.output, state.loaded);
        },
        error: unit.error,
      };
    },
  };
}
