import { requestOf, reuseEvents } from '@/engine';
import type { StartTryInput } from '@/lib/contracts/reruns';
import type { StartedRun, StartedRunRecord } from '@/lib/contracts/runs';
import { insertRerun } from '../../store/insert-rerun';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { doesNotExist } from '../not-found';
import { prepareRun, type RunRequest } from './begin';
import { noSuchRun } from './missing';
import { requireConfirmed } from './rerun';
import { withDetail } from './start-shown';
import { blocking, type PreparedTry, prepareTry } from './try-plan';

/** As `submitTry`, for a page, which shows the run next. It pauses at breakpoints by default. */
export async function startTry(ctx: ServiceContext, input: StartTryInput): Promise<StartedRunRecord> {
  return withDetail(ctx, await submitTry(ctx, { breakpoints: true, ...input }));
}

/**
 * Starts a run of a step of the draft, of the steps up to it, or from it. It takes over the results that its plan reuses.
 * @throws Invalid with `Diagnostic[]` when the steps to execute have problems; when a destructive step is not confirmed
 * @throws Conflict when the plan has changed, or a value is missing
 * @throws NotFound
 */
export async function submitTry(ctx: ServiceContext, input: StartTryInput): Promise<StartedRun> {
  const prepared = await prepareTry(ctx, input);
  const { plan, record } = prepared;
  if (plan.problem !== undefined) throw new Conflict(plan.problem);
  if (input.plan !== undefined && input.plan !== record.key)
    throw new Conflict('The plan of this try has changed. Review the new plan, then start the try.');
  requireConfirmed('try', plan, input.confirmed);
  return ctx.storage.admit(() => begin(ctx, prepared, input));
}

async function begin(ctx: ServiceContext, prepared: PreparedTry, input: StartTryInput): Promise<StartedRun> {
  const { source, current, params, plan } = prepared;
  const { id: pipelineId, scope = 'only', step, iteration } = input;
  const request: RunRequest = {
    ...{ pipelineId, version: undefined, revision: current.revision, params, trigger: 'try' },
    ...(source.run ? { parentRunId: source.run.id } : {}),
    rerun: requestOf({ scope, step, iteration, isTry: true }),
    breakpoints: input.breakpoints,
    blocking: (problems) => blocking(problems, plan),
  };
  const { run, place } = await prepareRun(ctx, request);
  const { at } = run.created;
  const events = reuseEvents(plan, source.state, source.events).map((body, index) => ({
    seq: index + 2,
    at,
    ...body,
  }));
  const number = await insertRerun(ctx.sql, { run, originalId: source.run?.id, events }).finally(() =>
    place.free(),
  );
  if (number === undefined)
    throw source.run ? noSuchRun(ctx, source.run.id) : doesNotExist('pipeline', pipelineId);
  ctx.wakeWorker();
  return { id: run.id, number, version: run.version };
}
