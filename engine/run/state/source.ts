import type { Json, JsonObject } from '../../json';
import type { Graph } from '../../pipeline/graph';
import type { Step } from '../../pipeline/schema';
import { payloadValue } from '../state/payload';
import type { RunState } from '../state/state';
import { findUnit, parentOf, type UnitAddress } from '../state/unit';

/** What a unit executes: its own step, or the action of the loop around it. */
export interface Source {
  readonly step: Step;
  /** As written: a type or an alias. */
  readonly action: string;
  readonly params: JsonObject;
  /** `item` and `index` inside a loop. An iteration of `loop_until` or a wait may also read its number. */
  readonly names: Readonly<Record<string, Json>>;
}

/** Looks up what a unit executes. @throws Error when the graph has no such step */
export function sourceOf(graph: Graph, state: RunState, address: UnitAddress): Source {
  const step = graph.steps.get(address.step)?.step;
  if (!step) throw new Error(`The step ${address.step} does not exist.`);
  const parent = parentOf(address);
  if (!parent) return { step, action: step.action, params: step.params, names: {} };
  const iterations = findUnit(state, parent)?.iterations;
  const index = address.iteration.at(-1) ?? 0;
  const payload = iterations?.items[index - iterations.first];
  const item = payload === undefined ? null : payloadValue(payload, state.loaded);
  const own = { item, index };
  return {
    step,
    action: iterations?.action ?? '',
    params: iterations?.params ?? {},
    names:
      iterations?.as === undefined
        ? own
        : { ...own, ...sourceOf(graph, state, parent).names, [iterations.as]: item },
  };
}
