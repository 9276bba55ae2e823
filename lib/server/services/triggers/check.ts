import type { z } from 'zod';
import { closest, type JsonObject } from '@/engine';
import type { ScheduleConfig, triggerInput } from '@/lib/contracts/triggers';
import { findPipeline } from '../../store/pipelines';
import { databaseNow, type TriggerRow, type TriggerText } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { doesNotExist } from '../not-found';
import { listSecretNames } from '../secrets/list';
import { type FieldProblem, paramProblems } from './check-params';
import { neverDue, ScheduleError, timetableOf } from './schedule';

type Checked = z.output<typeof triggerInput>;

/**
 * Checks a trigger from a request.
 * @returns the columns to store
 * @param before the trigger before the change
 * @throws Invalid with `FieldProblem[]` as details
 * @throws NotFound when its pipeline was deleted
 */
export async function checkTrigger(
  ctx: ServiceContext,
  { pipelineId, trigger, before }: { pipelineId: string; trigger: Checked; before?: TriggerRow },
): Promise<TriggerText> {
  const { name, enabled, params } = trigger;
  const problems = await problemsOfParams(ctx, pipelineId, trigger);
  const shared = { name, enabled, params, sourcePipelineId: undefined, nextAt: undefined };
  switch (trigger.type) {
    case 'schedule': {
      const { config, nextAt, problem } = await checkSchedule(ctx, trigger.config, { enabled, before });
      refuse([...(problem ? [problem] : []), ...problems]);
      return { ...shared, config, nextAt };
    }
    case 'webhook':
      refuse([...(await secretProblems(ctx, trigger.config)), ...problems]);
      return { ...shared, config: trigger.config };
    case 'pipeline_finished': {
      const sourcePipelineId = trigger.config.pipeline_id;
      const source = await findPipeline(ctx.sql, sourcePipelineId);
      const { message } = doesNotExist('pipeline', sourcePipelineId);
      refuse([...(source ? [] : [{ path: 'trigger.config.pipeline_id', message }]), ...problems]);
      return { ...shared, config: trigger.config, sourcePipelineId };
    }
  }
}

/**
 * Problems with respect to the declared params of the current pipeline.
 * @throws NotFound
 */
async function problemsOfParams(ctx: ServiceContext, pipelineId: string, trigger: Checked) {
  const current = await ctx.definitions.current(pipelineId);
  if (!current) throw doesNotExist('pipeline', pipelineId);
  const { params }: { params: JsonObject } = trigger;
  return paramProblems({ type: trigger.type, params, declared: current.definition.pipeline.params });
}

interface CheckedSchedule {
  readonly config: ScheduleConfig;
  readonly nextAt: Date | undefined;
  readonly problem: FieldProblem | undefined;
}

async function checkSchedule(
  ctx: ServiceContext,
  given: ScheduleConfig,
  { enabled, before }: { enabled: boolean; before: TriggerRow | undefined },
): Promise<CheckedSchedule> {
  const now = await databaseNow(ctx.sql);
  const config = withStart(given, before, now);
  try {
    const nextAt = timetableOf(config, now).after(now);
    // A past time is allowed in a disabled schedule.
    if (nextAt || (config.kind === 'once' && !enabled)) {
      return { config, nextAt: enabled ? nextAt : undefined, problem: undefined };
    }
    const { field, message } = neverDue(config);
    return { config, nextAt, problem: { path: `trigger.config.${field}`, message } };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    const problem = { path: `trigger.config.${error.field}`, message: error.message };
    return { config, nextAt: undefined, problem };
  }
}

/** An interval counts from its creation, even after changes of other settings. */
function withStart(given: ScheduleConfig, before: TriggerRow | undefined, now: Date): ScheduleConfig {
  if (given.kind !== 'interval' || given.from !== undefined) return given;
  const known = before?.config;
  const isSame = known && 'kind' in known && known.kind === 'interval';
  return { ...given, from: (isSame ? known.from : undefined) ?? now.toISOString() };
}

async function secretProblems(
  ctx: ServiceContext,
  config: Extract<Checked, { type: 'webhook' }>['config'],
): Promise<FieldProblem[]> {
  const asked = [
    { path: 'trigger.config.signature.secret', name: config.signature?.secret },
    { path: 'trigger.config.header.secret', name: config.header?.secret },
  ].flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]));
  if (asked.length === 0) return [];
  const names = (await listSecretNames(ctx)).map((secret) => secret.name);
  return asked.flatMap(({ path, name }) => {
    if (names.includes(name)) return [];
    const near = closest(name, names);
    const next = near === undefined ? 'Add it in Settings first.' : `Did you mean ${near}?`;
    return [{ path, message: `The secret ${name} does not exist. ${next}` }];
  });
}

function refuse(problems: readonly FieldProblem[]): void {
  const [first, ...rest] = problems;
  if (!first) return;
  const field = first.path.replace(/^trigger\./, '');
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`;
  throw new Invalid(`${field}: ${first.message}${more}`, { details: problems });
}
