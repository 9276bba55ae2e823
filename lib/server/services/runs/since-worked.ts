import {
  compareUnits,
  type Json,
  type Payload,
  stepSideOf,
  type UnitComparison,
  type UnitState,
} from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import type { SinceWorkedRecord } from '@/lib/contracts/run-diffs';
import type { RunDetail } from '@/lib/contracts/runs';
import { payloadValues } from '../../store/payloads';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { type StoredRun, sideOf, stepSide, storedRun } from './diff';
import { jsonDiffRecord, partRecord } from './diff-record';
import { definitionOf } from './diff-step';
import { getRun } from './get';
import { runsBefore } from './history-figures';

type Endpoint = typeof runDiffEndpoints.sinceWorked;

/** Inputs of both runs that are compared, in bytes of JSON. */
const MAX_COMPARED_BYTES = 16 * 1024 * 1024;

/** Earlier runs in which a completion is looked for. */
const MAX_RUNS = 1000;

/**
 * A step compared with the newest earlier run in which it was executed and completed.
 * @throws NotFound also for a step that the run does not have
 */
export async function sinceWorked(
  ctx: ServiceContext,
  { id, step }: InputOf<Endpoint>,
): Promise<AnswerOf<Endpoint>> {
  const run = await storedRun(ctx, await getRun(ctx, { id }));
  if (definitionOf(run, step) === undefined)
    throw new NotFound(`Run #${run.detail.number} has no step ${step}. Check its id.`);
  const earlier = await workedBefore(ctx, run.detail, step);
  if (!earlier) return { ...NOT_COMPARED, step, run: executionOf(run, step), worked: null };
  const worked = await storedRun(ctx, earlier);
  const { values, problem } = await inputsOfBoth(ctx, [worked, run], step);
  const comparison = compareUnits(unitSide(worked, step, values[0]), unitSide(run, step, values[1]));
  return {
    step,
    run: executionOf(run, step),
    worked: executionOf(worked, step),
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

async function workedBefore(
  ctx: ServiceContext,
  run: RunDetail,
  step: string,
): Promise<RunDetail | undefined> {
  const runs = await runsBefore(ctx, run, MAX_RUNS);
  const found = runs.find(({ steps }) =>
    steps.some((each) => each.step === step && each.status === 'completed' && each.reused !== true),
  );
  return found && getRun(ctx, { id: found.id });
}

function unitOf({ state }: StoredRun, step: string): UnitState | undefined {
  return state.steps.get(step);
}

function unitSide(run: StoredRun, step: string, inputs: Json | undefined) {
  const { steps } = run.definition.pipeline;
  return {
    step: steps.find(({ id }) => id === step),
    unit: unitOf(run, step),
    inputs,
    written: definitionOf(run, step),
  };
}

/** The resolved inputs of the last attempt in each run, unless both together are too large. */
async function inputsOfBoth(
  ctx: ServiceContext,
  runs: readonly StoredRun[],
  step: string,
): Promise<{ values: readonly (Json | undefined)[]; problem: string | null }> {
  const payloads = runs.map((run) => unitOf(run, step)?.attempts.at(-1)?.inputs);
  const stored = payloads.flatMap((payload) => (payload && 'ref' in payload ? [payload] : []));
  const bytes = stored.reduce((sum, payload) => sum + payload.bytes, 0);
  if (bytes > MAX_COMPARED_BYTES) return { values: [], problem: tooLargeText(bytes) };
  const loaded = await payloadValues(
    ctx,
    stored.map(({ ref }) => ref),
  );
  return { values: payloads.map((payload) => inputsIn(payload, loaded)), problem: null };
}

/** Why the inputs are not compared. */
function tooLargeText(bytes: number): string {
  const megabytes = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  return `The inputs have ${megabytes(bytes)} together, and at most ${megabytes(MAX_COMPARED_BYTES)} are compared here. Compare the two runs instead.`;
}

function inputsIn(payload: Payload | undefined, loaded: ReadonlyMap<string, Json>): Json | undefined {
  if (payload === undefined) return undefined;
  return 'ref' in payload ? loaded.get(payload.ref) : payload.value;
}

function executionOf(run: StoredRun, step: string): SinceWorkedRecord['run'] {
  const unit = unitOf(run, step);
  const { error, output } = unit ?? {};
  return {
    ...sideOf(run.detail),
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
