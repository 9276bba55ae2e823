import type { Catalogue } from '../../catalogue';
import { isJsonObject, type Json } from '../../json';
import { wasChanged } from '../debug/changed';
import type { RunEvent } from '../state/events';
import { payloadValue } from '../state/payload';
import type { RunState, UnitState } from '../state/state';
import { childOf, type UnitAddress } from '../state/unit';
import { allOutputs } from './judge';
import {
  EXPECTED_STEP_STATUSES,
  type Fixture,
  MAX_FIXTURES,
  type OutputExpectation,
  type PipelineTest,
} from './schema';
import { type ValuePath, valuePathText } from './value-path';
import { isVolatile } from './volatile';

/** A recorded run. */
export interface RecordedRun {
  readonly name: string;
  readonly state: RunState;
  /** Its journal. */
  readonly events: Iterable<RunEvent>;
  readonly catalogue: Catalogue;
}

/** A proposed test, or why the run cannot be kept as one. */
export type ProposedTest =
  | { readonly ok: true; readonly test: PipelineTest }
  | { readonly ok: false; readonly message: string };

/**
 * The test that a run proposes: its effects become fixtures, its path and outputs expectations. Steps without effects are
 * computed anew. Of values that change from run to run only the presence is expected. Secrets are masked, as in the journal.
 * @throws NotLoaded
 */
export function testOf({ name, state, events, catalogue }: RecordedRun): ProposedTest {
  const refusal = refusalOf(state);
  if (refusal !== undefined) return { ok: false, message: refusal };
  const fixtures = [...state.steps].flatMap(([step, unit]) =>
    fixturesBelow({ step, iteration: [] }, unit, { state, catalogue }),
  );
  if (fixtures.length > MAX_FIXTURES)
    return {
      ok: false,
      message: `The run executed ${fixtures.length} effects. A test has at most ${MAX_FIXTURES} fixtures. Keep a run with shorter loops.`,
    };
  const signals = signalsOf(events, state);
  const test: PipelineTest = {
    name,
    params: { ...state.params },
    now: state.createdAt,
    fixtures,
    ...(signals.length > 0 ? { signals } : {}),
    expect: {
      status: state.status === 'failed' ? 'failed' : 'completed',
      steps: Object.fromEntries([...state.steps].flatMap(([id, unit]) => expectedStatus(id, unit))),
      outputs: expectationsOf(state),
    },
  };
  return { ok: true, test };
}

/** Why a run cannot be saved as a test, as a sentence. */
function refusalOf({ status, cancelRequested, rerun, steps }: RunState): string | undefined {
  if (status !== 'completed' && status !== 'failed' && status !== 'cancelled')
    return 'The run is active. Wait until it ends, then save it as a test.';
  if (status === 'cancelled' || cancelRequested)
    return 'The run was cancelled by a person, which a test cannot repeat. Keep a run that was not cancelled.';
  const isPart = [...steps.values()].some(({ skip }) => skip?.reason === 'not_selected');
  if (rerun?.is_try || isPart)
    return 'The run executed only a part of the pipeline. Choose a run of the whole pipeline.';
  const [changed] = [...steps].find(([, unit]) => wasChanged(unit)) ?? [];
  if (changed !== undefined)
    return `A person changed ${changed} during a pause, which a test cannot repeat. Keep a run without changed steps.`;
  const [chunked] = [...steps].find(([, { chunks }]) => chunks !== undefined) ?? [];
  if (chunked !== undefined)
    return `The iterations of ${chunked} are too many to be kept. Keep a run with a shorter list.`;
  return undefined;
}

interface Reading {
  readonly state: RunState;
  readonly catalogue: Catalogue;
}

function fixturesBelow(address: UnitAddress, unit: UnitState, reading: Reading): Fixture[] {
  const { iterations } = unit;
  if (iterations) {
    const below = [...iterations.units].flatMap(([index, child]) =>
      fixturesBelow(childOf(address, index), child, reading),
    );
    // The checks of a wait: how it ended is enough, since no time passes.
    return iterations.as === undefined ? below : lastOf(below);
  }
  const fixture = fixtureOf(address, unit, reading);
  return fixture ? [fixture] : [];
}

function lastOf(fixtures: readonly Fixture[]): Fixture[] {
  return fixtures.slice(-1).map(({ iteration: _, ...fixture }) => fixture);
}

function fixtureOf(
  { step, iteration }: UnitAddress,
  unit: UnitState,
  { state, catalogue }: Reading,
): Fixture | undefined {
  const definition = catalogue.find(unit.action ?? '');
  if (definition?.kind !== 'effect') return undefined;
  const where = { step, ...(iteration.length > 0 ? { iteration: [...iteration] } : {}) };
  const outcome = outcomeOf(unit, state);
  if (outcome === undefined) return undefined;
  if ('unfinished' in outcome) return { ...where, ...outcome };
  const release = unit.attempts.at(-1)?.release ?? 1;
  const seconds = secondsOf(unit);
  return {
    ...where,
    action: definition.type,
    ...(release > 1 ? { release } : {}),
    ...(seconds > 0 ? { seconds } : {}),
    ...outcome,
  };
}

function outcomeOf({ status, output, error, attempts }: UnitState, { loaded }: RunState) {
  if (status === 'completed' && output) return { output: payloadValue(output, loaded) };
  if (status === 'failed' && error) return { error };
  const last = attempts.at(-1);
  if (status !== 'cancelled' || !last) return undefined;
  // It waited for its next attempt, without a slot.
  return last.status === 'failed' && last.error ? { error: last.error } : { unfinished: true as const };
}

/** How long the unit took with its earlier attempts; of a failure only the last attempt, since a test retries it. */
function secondsOf({ status, attempts, startedAt, finishedAt }: UnitState): number {
  const start = status === 'failed' ? attempts.at(-1)?.startedAt : startedAt;
  if (start === undefined || finishedAt === undefined) return 0;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(start)) / 1000;
}

function expectedStatus(
  id: string,
  { status }: UnitState,
): [string, (typeof EXPECTED_STEP_STATUSES)[number]][] {
  const expected = EXPECTED_STEP_STATUSES.find((each) => each === status);
  return expected === undefined ? [] : [[id, expected]];
}

function expectationsOf(state: RunState): OutputExpectation[] {
  const outputs = allOutputs(state);
  if (!isJsonObject(outputs)) return [];
  return Object.entries(outputs).flatMap(([key, value]) => expectationsAt(['outputs', key], value));
}

/** One expectation for a value, or for each of its parts when one of them changes from run to run. */
function expectationsAt(path: ValuePath, value: Json): OutputExpectation[] {
  const text = valuePathText(path);
  if (isVolatile(value)) return [{ path: text, match: 'any' }];
  if (!hasVolatile(value)) return [{ path: text, match: 'equal', value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => expectationsAt([...path, index], item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => expectationsAt([...path, key], part));
}

function hasVolatile(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return isVolatile(value);
  return Object.values(value).some(hasVolatile);
}

function signalsOf(events: Iterable<RunEvent>, state: RunState) {
  const start = Date.parse(state.createdAt);
  return [...events].flatMap((event) => {
    if (event.type !== 'signal_received') return [];
    const value = payloadValue(event.value, state.loaded);
    return [{ name: event.name, value, after_seconds: (Date.parse(event.at) - start) / 1000 }];
  });
}
