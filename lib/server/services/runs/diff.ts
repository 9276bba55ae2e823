import { diffRuns, divergenceText, foldEvents, type RunState, type StepDiff, type StepSide } from '@/engine';
import type { AnswerOf, InputOf } from '@/lib/contracts/endpoint';
import type { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import type { StepDiffRecord } from '@/lib/contracts/run-diffs';
import type { RunDetail } from '@/lib/contracts/runs';
import type { Definition } from '../../store/definitions';
import { loadEvents } from '../../store/load';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { noVersion } from '../pipelines/restore-version';
import { jsonDiffRecord } from './diff-record';
import { getRun } from './get';

type Endpoint = typeof runDiffEndpoints.diff;

/** A run to compare, as stored. */
export interface StoredRun {
  readonly detail: RunDetail;
  readonly state: RunState;
  readonly definition: Definition;
}

/**
 * Compares a run with another run of its pipeline. Reads no large value.
 * @throws NotFound
 * @throws Invalid for runs of different pipelines
 */
export async function diffOfRuns(ctx: ServiceContext, input: InputOf<Endpoint>): Promise<AnswerOf<Endpoint>> {
  const { base, run } = await bothRuns(ctx, input);
  const diff = diffRuns(comparedRun(base), comparedRun(run), ctx.descriptors);
  const names = [`#${base.detail.number}`, `#${run.detail.number}`] as const;
  return {
    base: sideOf(base.detail),
    run: sideOf(run.detail),
    params: jsonDiffRecord(diff.params),
    outputs: diff.outputs.map(({ name, kind }) => ({ name, kind })),
    steps: diff.steps.map((step) => stepRecord(step, divergenceText(step, ...names))),
    first: diff.first?.step ?? null,
  };
}

/** Reads both runs. @throws as `diffOfRuns` */
export async function bothRuns(
  ctx: ServiceContext,
  { id, base }: InputOf<Endpoint>,
): Promise<{ base: StoredRun; run: StoredRun }> {
  const runs = { base: await getRun(ctx, { id: base }), run: await getRun(ctx, { id }) };
  if (runs.base.pipelineId !== runs.run.pipelineId) {
    throw new Invalid(
      `Run #${runs.base.number} belongs to ${runs.base.pipelineName} and run #${runs.run.number} to ${runs.run.pipelineName}. Compare runs of one pipeline.`,
    );
  }
  return { base: await storedRun(ctx, runs.base), run: await storedRun(ctx, runs.run) };
}

/** Reads a run with the definition that it executed. @throws NotFound */
export async function storedRun(ctx: ServiceContext, detail: RunDetail): Promise<StoredRun> {
  const { id, pipelineId, version } = detail;
  const definition = await ctx.definitions.find(pipelineId, version);
  if (!definition) throw noVersion(pipelineId, version);
  return { detail, definition, state: foldEvents(await loadEvents(ctx.sql, id)) };
}

function comparedRun({ state, definition }: StoredRun) {
  return { state, pipeline: definition.pipeline };
}

export function sideOf({ id, number, version, status, durationMs }: RunDetail) {
  return { id, number, version, status, durationMs };
}

function stepRecord(diff: StepDiff, text: string | undefined): StepDiffRecord {
  const { step, definition, inputs, output, error, iterations, cause, from } = diff;
  return {
    ...{ step, definition, inputs, output, error },
    base: stepSide(diff.left),
    run: stepSide(diff.right),
    iterations: iterations ? { different: iterations.different, first: [...iterations.first] } : null,
    cause: cause ?? null,
    from: from ?? null,
    text: text ?? null,
  };
}

export function stepSide(side: StepSide | undefined): StepDiffRecord['run'] {
  if (!side) return null;
  const { status, durationMs, attempts, reused } = side;
  return { status, durationMs: durationMs ?? null, attempts, reused };
}
