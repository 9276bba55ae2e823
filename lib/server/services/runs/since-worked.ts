import {
  compareUnits,
  findUnit,
  type Json,
  type Payload,
  parentOf,
  stepSideOf,
  type UnitComparison,
  type UnitState,
  unitKey,
} from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { parseIteration } from '@/lib/contracts/iterations';
import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import { payloadValues } from '../../store/payloads';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { sideOf, stepSide, storedRun } from './diff';
import { jsonDiffRecord, partRecord } from './diff-record';
import { definitionOf } from './diff-step';
import { getRun } from './get';
import { stateOfIteration } from './iterations';
import { type Execution, workedBefore } from './worked-before';

type Endpoint = typeof runDiffEndpoints.sinceWorked;

/** Inputs of both executions that are compared, in bytes of JSON. */
const MAX_COMPARED_BYTES = 16 * 1024 * 1024;

/**
 * A step compared with the newest earlier run in which it was executed and completed; an iteration also with the nearest
 * one of the same run that completed.
 * @throws NotFound also for a step or an iteration that the run does not have
 */
export async function sinceWorked(
  ctx: ServiceContext,
  { id, step, iteration }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const run = await storedRun(ctx, await getRun(ctx, { id }));
  const at = { step, iteration: parseIteration(iteration) };
  const state = await stateOfIteration(ctx, { run: { id, state: run.state }, at, of: 'one' });
  const now: Execution = { run, at, state };
  refuseMissing(now);
  const worked = await workedBefore(ctx, now);
  if (!worked) return { ...NOT_COMPARED, step, run: executionOf(now), worked: null };
  const { values, problem } = await inputsOfBoth(ctx, [worked, now]);
  const comparison = compareUnits(unitSide(worked, values[0]), unitSide(now, values[1]));
  return {
    step,
    run: executionOf(now),
    worked: executionOf(worked),
    definition: jsonDiffRecord(comparison.definitionDiff),
    inputs: problem === null ? comparison.inputDiffs.map(inputRecord) : [],
    problem,
  };
}

const NOT_COMPARED: Pick<SinceWorkedRecord, 'definition' | 'inputs' | 'problem'> = {
  definition: { changes: [], total: 0 },
  inputs: [],
  problem: null,
};

/** @throws as `sinceWorked` */
function refuseMissing({ run, at, state }: Execution): void {
  const { step } = at;
  const { number } = run.detail;
  if (definitionOf(run, step) === undefined)
    throw new NotFound(`Run #${number} has no step ${step}. Check its id.`);
  const around = parentOf(at);
  if (around === undefined) return;
  const loop = findUnit(state, around);
  const total = loop?.chunks?.total ?? loop?.iterations?.total ?? 0;
  if ((at.iteration.at(-1) ?? 0) < total) return;
  throw new NotFound(
    `Run #${number} has no iteration ${unitKey(at)}. ${total === 0 ? `${unitKey(around)} has no iterations` : `Those of ${unitKey(around)} are 0 to ${total - 1}`}.`,
  );
}

function unitOf({ state, at }: Execution): UnitState | undefined {
  return findUnit(state, at);
}

function unitSide(execution: Execution, inputs: Json | undefined) {
  const { run, at } = execution;
  return {
    step: run.definition.pipeline.steps.find(({ id }) => id === at.step),
    unit: unitOf(execution),
    inputs,
    written: definitionOf(run, at.step),
  };
}

/** The resolved inputs of the last attempt of each, unless both together are too large. */
async function inputsOfBoth(
  ctx: ServiceContext,
  executions: readonly Execution[],
): Promise<{ values: readonly (Json | undefined)[]; problem: string | null }> {
  const payloads = executions.map((each) => unitOf(each)?.attempts.at(-1)?.inputs);
  const stored = payloads.flatMap((payload) => (payload && 'ref' in payload ? [payload] : []));
  const bytes = stored.reduce((sum, payload) => sum + payload.bytes, 0);
  if (bytes > MAX_COMPARED_BYTES) return { values: [], problem: tooLargeText(bytes, executions) };
  const loaded = await payloadValues(
    ctx,
    stored.map(({ ref }) => ref),
  );
  return { values: payloads.map((payload) => inputsIn(payload, loaded)), problem: null };
}

/** Why the inputs are not compared. */
function tooLargeText(bytes: number, executions: readonly Execution[]): string {
  const megabytes = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  const isOneRun = new Set(executions.map(({ run }) => run.detail.id)).size === 1;
  const instead = isOneRun ? 'Read the inputs of both iterations' : 'Compare the two runs';
  return `The inputs are ${megabytes(bytes)} in total, and at most ${megabytes(MAX_COMPARED_BYTES)} are compared here. ${instead} instead.`;
}

function inputsIn(payload: Payload | undefined, loaded: ReadonlyMap<string, Json>): Json | undefined {
  if (payload === undefined) return undefined;
  return 'ref' in payload ? loaded.get(payload.ref) : payload.value;
}

function executionOf(execution: Execution): SinceWorkedRecord['run'] {
  const { run, at } = execution;
  const unit = unitOf(execution);
  const { error, output } = unit ?? {};
  return {
    ...sideOf(run.detail),
    ...(at.iteration.length > 0 && { iteration: [...at.iteration] }),
    step: stepSide(stepSideOf(unit)),
    error: error ? { kind: error.kind, message: error.message, code: error.code ?? null } : null,
    output: output ? outputRecord(output) : null,
  };
}

function outputRecord(output: Payload) {
  return 'ref' in output ? { bytes: output.bytes } : partRecord(output.value);
}

function inputRecord({ name, isSame, left, right }: UnitComparison['inputDiffs'][number]) {
  return {
    name,
    same: isSame,
    tried: right === undefined ? null : partRecord(right),
    worked: left === undefined ? null : partRecord(left),
  };
}
