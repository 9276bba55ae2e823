import type { Descriptors } from '../../catalogue';
import { shortLiteral } from '../../expression';
import type { Json } from '../../json';
import type { Graph } from '../../pipeline/graph';
import type { Payload } from '../state/events';
import { NotLoaded, payloadValue } from '../state/payload';
import { publicRunId, type RunState, type UnitState } from '../state/state';
import { findUnit } from '../state/unit';
import { valueAt } from '../test/value-path';
import { EACH, splitIteration, type ValuePlace } from './value-place';
import { writtenAt } from './written-value';

/** A value as it is shown. `missing`: the run has no such value. `not_loaded`: it is too large to be read here. */
export type ShownValue =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not_loaded'; readonly bytes: number };

/** Longest value shown, in characters. */
const MAX_SHOWN = 160;

/**
 * The value at a place in a run, shortened. Values of the journal are masked. Undefined for a secret, for values of all
 * iterations together, and for texts that an action evaluates itself.
 */
export function valueInRun(
  place: ValuePlace,
  state: RunState,
  { graph, descriptors }: { graph: Graph; descriptors: Descriptors },
): ShownValue | undefined {
  if (place.path.includes(EACH) || isOfInstant(place)) return undefined;
  if (place.of === 'input' && !isRecorded(place, state) && isEvaluatedByAction(place, graph, descriptors))
    return undefined;
  try {
    const read = READERS[place.of];
    const value = read?.(state, place);
    if (read === undefined) return undefined;
    return value === undefined
      ? { kind: 'missing' }
      : { kind: 'value', text: shortLiteral(value, MAX_SHOWN) };
  } catch (error) {
    if (error instanceof NotLoaded) return { kind: 'not_loaded', bytes: error.bytes };
    throw error;
  }
}

/** Whether the journal has the text of a parameter or the names of steps, and not the value that the action reads. */
function isEvaluatedByAction(place: ValuePlace, graph: Graph, descriptors: Descriptors): boolean {
  const { schema, isEvaluated } = writtenAt(place, graph, descriptors);
  return (
    isEvaluated && schema?.reads !== undefined && schema.reads !== 'template' && schema.reads !== 'bound'
  );
}

/** Whether a value changes while the run executes, and is not recorded. */
function isOfInstant({ of, path: [name] }: ValuePlace): boolean {
  return of === 'name' && name !== 'execution_id' && name !== 'pipeline_id';
}

/** Whether a loop has recorded its items, beside the expression that they come from. */
function isRecorded({ step = '', path }: ValuePlace, state: RunState): boolean {
  const { iteration, rest } = splitIteration(path);
  return rest[0] === 'items' && findUnit(state, { step, iteration })?.iterations !== undefined;
}

type ReadValue = (state: RunState, place: ValuePlace) => Json | undefined;

const READERS: Partial<Record<ValuePlace['of'], ReadValue>> = {
  input: readInput,
  output: (state, { step = '', path }) => readOutput(state.steps.get(step), path, state),
  condition: (state, { step = '' }) => decision(state.steps.get(step)),
  ended: readEnd,
  param: (state, { path }) => valueAt({ ...state.params }, path),
  signal: (state, { path }) => readNamed(state.signals, path, state),
  run_output: (state, { path }) => readNamed(state.outputs, path, state),
  name: (state, { path: [name] }) => (name === 'execution_id' ? publicRunId(state) : state.pipelineId),
};

function readInput(state: RunState, { step = '', path }: ValuePlace): Json | undefined {
  const { iteration, rest } = splitIteration(path);
  const unit = findUnit(state, { step, iteration });
  const [name, index] = rest;
  const { iterations } = unit ?? {};
  if (name === 'items' && iterations) {
    if (typeof index === 'number')
      return partOf(iterations.items[index - iterations.first], rest.slice(2), state);
    return iterations.items.map((item) => payloadValue(item, state.loaded));
  }
  return partOf(unit?.attempts.at(-1)?.inputs, rest, state);
}

/** The output of a step, or of an iteration of a loop before the loop has ended. */
function readOutput(
  unit: UnitState | undefined,
  path: ValuePlace['path'],
  state: RunState,
): Json | undefined {
  const [field, index] = path;
  const iteration =
    field === 'results' && typeof index === 'number' ? unit?.iterations?.units.get(index) : undefined;
  if (iteration) return readOutput(iteration, path.slice(2), state);
  return partOf(unit?.output, path, state);
}

/** Whether the condition of a step was true; undefined before it was evaluated. */
function decision(unit: UnitState | undefined): boolean | undefined {
  if (unit?.skip) return unit.skip.reason === 'condition_false' ? false : undefined;
  return unit && unit.status !== 'pending' && unit.status !== 'cancelled' ? true : undefined;
}

function readEnd(state: RunState, { step = '', path: [aspect, field] }: ValuePlace): Json | undefined {
  const unit = state.steps.get(step);
  if (aspect === 'status') return unit?.status;
  const { error } = unit ?? {};
  if (field === undefined) return error?.message;
  return error && valueAt(JSON.parse(JSON.stringify(error)), [field]);
}

function readNamed(
  values: Readonly<Record<string, Payload>>,
  [name, ...rest]: ValuePlace['path'],
  state: RunState,
): Json | undefined {
  const key = String(name);
  return Object.hasOwn(values, key) ? partOf(values[key], rest, state) : undefined;
}

function partOf(payload: Payload | undefined, path: ValuePlace['path'], state: RunState): Json | undefined {
  return payload && valueAt(payloadValue(payload, state.loaded), path);
}
