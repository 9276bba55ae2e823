import type { Scope } from '../expression';
import type { Json } from '../json';
import type { Payload } from './events';
import { isTerminal } from './fold';
import type { RunState, Signals } from './state';

/**
 * What expressions of a run may read.
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
    names: {
      params: { ...state.params },
      signals: Object.fromEntries(
        Object.entries(signals).map(([name, value]) => [name, payloadValue(value)]),
      ),
      now: now.toISOString(),
      pipeline_id: state.pipelineId,
      execution_id: state.runId,
      ...extra,
    },
    step(id) {
      const unit = state.steps.get(id);
      if (!unit || !isTerminal(unit.status)) return undefined;
      const output = unit.output === undefined ? undefined : payloadValue(unit.output);
      return { status: unit.status, output, error: unit.error };
    },
  };
}

/**
 * The value itself.
 * @throws Error when the payload was not loaded: the runner's state is always loaded with values
 */
export function payloadValue(payload: Payload): Json {
  if ('value' in payload) return payload.value;
  throw new Error(`The stored value ${payload.ref} was not loaded.`);
}
