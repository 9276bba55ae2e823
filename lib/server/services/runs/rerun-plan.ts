import {
  coerceRunParams,
  foldEvents,
  normalizeParams,
  type PipelineDocument,
  planRerun,
  type RerunOptions,
  type RerunPlan,
  type RunEvent,
  type RunState,
  validation,
} from '@/engine';
import type { PlanRerunInput, RerunPlanRecord } from '@/lib/contracts/reruns';
import type { RunDetail } from '@/lib/contracts/runs';
import { inTurns } from '../../in-turns';
import type { CurrentDefinition, Definition } from '../../store/definitions';
import { expiredSteps } from '../../store/files';
import { loadEvents } from '../../store/load';
import type { ServiceContext } from '../context';

import { doesNotExist } from '../not-found';
import { noVersion } from '../pipelines/restore-version';
import { listSecretNames } from '../secrets/list';
import { getRun } from './get';
import { pinnedOutputs } from './output-pins';
import { keyed, recordOfPlan, refused } from './plan-record';
import { withValues } from './plan-values';

/** A planned re-run, with what it was planned from. */
export interface PreparedRerun {
  readonly original: RunDetail;
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  readonly definition: Definition;
  /** Edited parameters by step, canonical names. */
  readonly inputs: PlanRerunInput['inputs'];
  /** Of the draft, for the definition as it is now. */
  readonly revision: number | undefined;
  /** What the plan was made from. */
  readonly options: RerunOptions;
  readonly plan: RerunPlan;
  readonly record: RerunPlanRecord;
}

/**
 * What a re-run would do. Starts and writes nothing.
 * @throws NotFound
 * @throws Invalid with `Diagnostic[]` when the definition or the params have problems
 */
export async function planRunAgain(ctx: ServiceContext, input: PlanRerunInput): Promise<RerunPlanRecord> {
  return (await prepareRerun(ctx, input)).record;
}

/** @throws as `planRunAgain` */
export async function prepareRerun(ctx: ServiceContext, input: PlanRerunInput): Promise<PreparedRerun> {
  const original = await getRun(ctx, input);
  const { pipelineId, version } = original;
  const ran = await ctx.definitions.find(pipelineId, version);
  if (!ran) throw noVersion(pipelineId, version);
  const next = input.definition === 'current' ? await currentOf(ctx, pipelineId) : { definition: ran };
  const { definition } = next;
  await checkDefinition(ctx, definition, input, original);
  const coerced = coerceRunParams(definition.pipeline.params, input.params ?? original.params);
  if (!coerced.ok) throw refused('The re-run cannot start', coerced.problems);
  const events = await loadEvents(ctx.sql, original.id);
  const state = foldEvents(events);
  const { scope = 'everything', step } = input;
  const inputs = canonicalInputs(ctx, definition, input);
  const expired = await expiredSteps(ctx.sql, original.id);
  const given = input.pins ? await pinnedOutputs(ctx, pipelineId) : undefined;
  const options = {
    ...{ original: state, pipeline: ran.pipeline, next: definition.pipeline, params: coerced.params },
    ...{ choice: { scope, step, inputs, given }, catalogue: ctx, now: ctx.now(), expired },
  };
  const plan = await withValues(ctx, state, () => planRerun(options));
  const isDraft = 'edited' in next && next.edited;
  const shown = recordOfPlan(plan, `#${original.number}`);
  const record = keyed(
    { run: original.number, version: isDraft ? null : definition.version, ...shown },
    given ? [...given] : null,
  );
  return {
    ...{ original, state, events, definition, inputs, options, plan, record },
    revision: 'revision' in next ? next.revision : undefined,
  };
}

/** The engine reads canonical names of parameters only. */
function canonicalInputs(
  { descriptors }: ServiceContext,
  { pipeline }: Definition,
  { inputs }: PlanRerunInput,
): PlanRerunInput['inputs'] {
  if (!inputs) return undefined;
  const entries = Object.entries(inputs).map(([id, params]) => {
    const action = pipeline.steps.find((step) => step.id === id)?.action ?? '';
    return [id, normalizeParams(params, descriptors.find(action)).params] as const;
  });
  return Object.fromEntries(entries);
}

async function currentOf(ctx: ServiceContext, pipelineId: string): Promise<CurrentDefinition> {
  const current = await ctx.definitions.current(pipelineId);
  if (!current) throw doesNotExist('pipeline', pipelineId);
  return current;
}

/** Validates the definition with the edited inputs, as before any run. @throws Invalid with its errors */
async function checkDefinition(
  ctx: ServiceContext,
  { document }: Definition,
  { inputs = {} }: PlanRerunInput,
  { number }: RunDetail,
): Promise<void> {
  const steps = document.steps.map((step) => {
    const edited = Object.hasOwn(inputs, step.id) ? inputs[step.id] : undefined;
    return edited ? { ...step, params: { ...step.params, ...edited } } : step;
  });
  const edited: PipelineDocument = { ...document, steps };
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  const found = await inTurns(validation(edited, ctx.descriptors, known));
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw refused(`Run #${number} cannot be repeated, because this definition has problems`, errors);
}
