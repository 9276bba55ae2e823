import {
  coerceRunParams,
  type Diagnostic,
  emptyRunState,
  enter,
  foldEvents,
  type GivenOutputs,
  type JsonObject,
  type Pipeline,
  planRerun,
  type RerunPlan,
  type RunEvent,
  type RunState,
  withoutRequired,
} from '@/engine';
import type { PlanTryInput, TryPlanRecord } from '@/lib/contracts/reruns';
import type { RunDetail } from '@/lib/contracts/runs';
import type { CurrentDefinition } from '../../store/definitions';
import { expiredSteps } from '../../store/files';
import { loadEvents } from '../../store/load';
import { newestRuns } from '../../store/outputs';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { doesNotExist } from '../not-found';
import { noVersion } from '../pipelines/restore-version';
import { secretFinder } from '../secrets/held-in';
import { problemsOf } from './begin';
import { getRun } from './get';
import { pinnedOutputs } from './output-pins';
import { keyed, recordOfPlan, refused } from './plan-record';
import { withValues } from './plan-values';

/** The run whose results a try uses. */
interface Source {
  /** Undefined without a run. */
  readonly run: RunDetail | undefined;
  /** The definition that it ran. */
  readonly pipeline: Pipeline;
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  readonly expired: ReadonlySet<string>;
}

/** A planned try, with what it was planned from. */
export interface PreparedTry {
  readonly source: Source;
  readonly current: CurrentDefinition;
  readonly params: JsonObject;
  readonly plan: RerunPlan;
  readonly record: TryPlanRecord;
}

/**
 * What a try of a step would do. Starts and writes nothing.
 * @throws NotFound
 * @throws Invalid with `Diagnostic[]` when the steps to execute or the params have problems
 */
export async function planTry(ctx: ServiceContext, input: PlanTryInput): Promise<TryPlanRecord> {
  return (await prepareTry(ctx, input)).record;
}

/** @throws as `planTry` */
export async function prepareTry(ctx: ServiceContext, input: PlanTryInput): Promise<PreparedTry> {
  const current = await ctx.definitions.current(input.id);
  if (!current) throw doesNotExist('pipeline', input.id);
  const { definition } = current;
  const source = await sourceOf(ctx, input, definition.pipeline);
  const { state, pipeline, events, expired } = source;
  const { params, outputs } = await valuesOf(ctx, input, { source, next: definition.pipeline });
  // Without a run no step has changed.
  const original = source.run ? state : { ...state, params };
  const { scope = 'only', step, iteration } = input;
  const choice = { scope, step, iteration, isTry: true, given: outputs };
  const plan = await withValues(ctx, state, () =>
    planRerun({
      ...{ original, pipeline, next: definition.pipeline, params, choice },
      ...{ catalogue: ctx, now: ctx.now(), expired },
    }),
  );
  const problems = blocking(await problemsOf(ctx, definition), plan);
  if (problems.length > 0) throw refused(`The step ${step} cannot run`, problems);
  return { source: { ...source, events }, current, params, plan, record: recordOf(source, plan, outputs) };
}

/** Errors of the pipeline as a whole and of the steps that may execute: the rest of a draft may be unfinished. */
export function blocking(problems: readonly Diagnostic[], { steps }: RerunPlan): Diagnostic[] {
  const executed = new Set(
    steps.flatMap(({ step, do: what }) => (what === 'execute' || what === 'unknown' ? [step] : [])),
  );
  return problems.filter(
    ({ severity, step }) => severity === 'error' && (step === undefined || executed.has(step)),
  );
}

async function sourceOf(ctx: ServiceContext, input: PlanTryInput, current: Pipeline): Promise<Source> {
  const { id, valuesFrom } = input;
  const runId = valuesFrom === undefined ? (await newestRuns(ctx.sql, id, 1))[0]?.id : valuesFrom;
  if (runId == null) {
    const state = { ...emptyRunState(), pipelineId: id };
    return { run: undefined, pipeline: current, state, events: [], expired: new Set() };
  }
  const run = await getRun(ctx, { id: runId });
  if (run.pipelineId !== id)
    throw new Invalid(
      `Run #${run.number} belongs to the pipeline ${run.pipelineName}. Choose the values of a run of this pipeline.`,
    );
  const ran = await ctx.definitions.find(id, run.version);
  if (!ran) throw noVersion(id, run.version);
  const events = await loadEvents(ctx.sql, run.id);
  const expired = await expiredSteps(ctx.sql, run.id);
  return { run, pipeline: ran.pipeline, state: foldEvents(events), events, expired };
}

interface Values {
  readonly params: JsonObject;
  readonly outputs: GivenOutputs;
}

/** The params of the run that are still declared, and the values that a person entered. */
async function valuesOf(
  ctx: ServiceContext,
  { id, values = {}, pins = true }: PlanTryInput,
  { source, next }: { source: Source; next: Pipeline },
): Promise<Values> {
  await refuseSecrets(ctx, values);
  const pinned = pins ? await pinnedOutputs(ctx, id) : new Map();
  const entered = await withValues(ctx, source.state, () => enter(values, pinned, source.state));
  if (!entered.ok) throw new Invalid(entered.message);
  const known = Object.entries(source.state.params).filter(([name]) => Object.hasOwn(next.params, name));
  const given = { ...Object.fromEntries(known), ...entered.params };
  const coerced = coerceRunParams(withoutRequired(next.params), given);
  if (!coerced.ok) throw refused('The step cannot run', coerced.problems);
  return { params: coerced.params, outputs: entered.outputs };
}

/** Entered values are stored as plain text, with the events of the run. @throws Invalid */
async function refuseSecrets(ctx: ServiceContext, values: JsonObject): Promise<void> {
  const entries = Object.entries(values);
  if (entries.length === 0) return;
  const find = await secretFinder(ctx);
  for (const [name, value] of entries) {
    const secret = await find(value);
    if (secret !== undefined)
      throw new Invalid(
        `The value for ${name} contains the secret ${secret}. Entered values are stored as plain text: enter another value, or refer to the secret in the step.`,
      );
  }
}

function recordOf({ run }: Source, plan: RerunPlan, outputs: GivenOutputs): TryPlanRecord {
  const number = run?.number ?? null;
  const shown = recordOfPlan(plan, number === null ? 'an earlier run' : `#${number}`);
  return keyed({ run: number, ...shown, missing: [...plan.missing] }, [...outputs]);
}
