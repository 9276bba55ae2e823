import type { Json } from '../../json';
import { diffJson, type JsonChange } from '../diff/diff-json';
import { payloadValue } from '../state/payload';
import { PENDING_UNIT } from '../state/pending-unit';
import type { RunState, UnitState } from '../state/state';
import { matches } from './match';
import type { OutputExpectation, PipelineTest } from './schema';
import { parseValuePath, valueAt } from './value-path';

/** One expectation that does not hold. */
export interface TestDifference {
  readonly kind: 'status' | 'step' | 'output';
  /** The id of the step, or the path of the value; `run` for the status of the run. */
  readonly at: string;
  /** The step to look at. */
  readonly step?: string;
  /** A sentence for people. */
  readonly message: string;
  readonly expected: Json;
  /** Absent when there is no such value. */
  readonly actual?: Json;
  /** What differs inside a value that should be equal. */
  readonly changes?: readonly JsonChange[];
}

/** Most differences inside one value. */
const MAX_CHANGES = 20;

/** Longest value in a sentence, in characters. */
const MAX_VALUE = 120;

/** The expectations of a test that do not hold in a run that has ended. */
export function judge({ expect }: PipelineTest, state: RunState): TestDifference[] {
  const steps = Object.entries(expect.steps).flatMap(
    ([id, status]) => stepDifference(id, status, state.steps.get(id) ?? PENDING_UNIT) ?? [],
  );
  const outputs = expect.outputs.flatMap((expected) => outputDifference(expected, state) ?? []);
  return [...statusDifference(expect.status, state), ...steps, ...outputs];
}

function statusDifference(expected: string, { status, error, failedStep }: RunState): TestDifference[] {
  if (status === expected) return [];
  const why = error ? `: ${error.message}` : '.';
  const step = failedStep === undefined ? {} : { step: failedStep };
  const message = `The run should be ${expected}, but it ${ended(status)}${why}`;
  return [{ kind: 'status', at: 'run', ...step, message, expected, actual: status }];
}

function stepDifference(id: string, expected: string, unit: UnitState): TestDifference | undefined {
  if (unit.status === expected) return undefined;
  const message = `${id} should be ${expected}, but it ${ended(unit.status)}${reasonOf(unit)}`;
  return { kind: 'step', at: id, step: id, message, expected, actual: unit.status };
}

const ENDED: Readonly<Record<string, string>> = {
  completed: 'completed',
  failed: 'failed',
  skipped: 'was skipped',
  cancelled: 'was cancelled',
};

function ended(status: string): string {
  return ENDED[status] ?? 'did not end';
}

function reasonOf({ error, skip }: UnitState): string {
  if (error) return `: ${error.message}`;
  if (!skip) return '.';
  const detail = skip.detail === undefined ? '' : ` (${shortened(skip.detail)})`;
  return `: ${skip.reason.replaceAll('_', ' ')}${detail}.`;
}

function outputDifference(expected: OutputExpectation, state: RunState): TestDifference | undefined {
  const path = parseValuePath(expected.path) ?? [];
  const actual = path[0] === 'steps' ? stepValue(path, state) : runValue(path, state);
  if (matches(expected, actual)) return undefined;
  const step = path[0] === 'steps' ? { step: String(path[1]) } : {};
  const value = 'value' in expected ? expected.value : null;
  const isEqual = expected.match === 'equal' && actual !== undefined;
  const changes = isEqual ? diffJson(value, actual, MAX_CHANGES).changes : undefined;
  return {
    ...{ kind: 'output', at: expected.path, ...step, message: sentence(expected, actual), expected: value },
    ...(actual === undefined ? {} : { actual }),
    ...(changes ? { changes } : {}),
  };
}

function sentence(expected: OutputExpectation, actual: Json | undefined): string {
  const found = actual === undefined ? 'there is no such value' : `it is ${shown(actual)}`;
  switch (expected.match) {
    case 'any':
      return `${expected.path} should have a value, but ${found}.`;
    case 'equal':
      return `${expected.path} should be ${shown(expected.value)}, but ${found}.`;
    case 'contains':
      return `${expected.path} should contain ${shown(expected.value)}, but ${found}.`;
    case 'matches':
      return `${expected.path} should match ${shown(expected.value)}, but ${found}.`;
  }
}

function stepValue([, id, , ...rest]: readonly (string | number)[], state: RunState): Json | undefined {
  const output = state.steps.get(String(id))?.output;
  return output && valueAt(payloadValue(output, state.loaded), rest);
}

function runValue([, key, ...rest]: readonly (string | number)[], state: RunState): Json | undefined {
  if (key === undefined) return allOutputs(state);
  const output = Object.hasOwn(state.outputs, key) ? state.outputs[key] : undefined;
  return output && valueAt(payloadValue(output, state.loaded), rest);
}

/** The outputs of a run as one value. */
export function allOutputs({ outputs, loaded }: RunState): Json {
  const entries = Object.entries(outputs);
  return Object.fromEntries(entries.map(([key, payload]) => [key, payloadValue(payload, loaded)]));
}

function shown(value: Json): string {
  return shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}
