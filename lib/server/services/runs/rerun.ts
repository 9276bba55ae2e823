import { type RerunPlan, requestOf, reuseEvents } from '@/engine';
import type { RerunRunInput } from '@/lib/contracts/reruns';
import type { StartedRun, StartedRunRecord } from '@/lib/contracts/runs';
import { insertRerun } from '../../store/insert-rerun';
import type { ServiceContext } from '../context';
import { Conflict, Invalid } from '../errors';
import { beginRun, prepareRun, type RunRequest } from './begin';
import { noSuchRun } from './missing';
import { type PreparedRerun, prepareRerun } from './rerun-plan';
import { withDetail } from './start-shown';

/** As `submitRerun`, for a page, which shows the run next. It pauses at breakpoints by default. */
export async function rerunRun(ctx: ServiceContext, input: RerunRunInput): Promise<StartedRunRecord> {
  return withDetail(ctx, await submitRerun(ctx, { breakpoints: true, ...input }));
}

/**
 * Starts a new run that names an earlier one as its parent and takes over the results that its plan reuses.
 * @throws Invalid with `Diagnostic[]` when the definition or the params have problems; when a destructive step is not
 * confirmed
 * @throws Conflict when the plan has changed, or nothing can execute
 * @throws NotFound
 */
export async function submitRerun(ctx: ServiceContext, input: RerunRunInput): Promise<StartedRun> {
  const prepared = await prepareRerun(ctx, input);
  check(prepared, input);
  const { scope = 'everything', step } = input;
  const { original, revision, inputs } = prepared;
  const request: RunRequest = {
    pipelineId: original.pipelineId,
    version: input.definition === 'current' ? undefined : original.version,
    revision,
    params: input.params ?? original.params,
    trigger: 'rerun',
    parentRunId: original.id,
    breakpoints: input.breakpoints,
    rerun: requestOf({ scope, step, inputs }),
  };
  if (scope === 'everything') return beginRun(ctx, request);
  return ctx.storage.admit(() => takeOver(ctx, prepared, request));
}

function check({ plan, record }: PreparedRerun, { confirmed = [], plan: expected }: RerunRunInput): void {
  if (plan.problem !== undefined) throw new Conflict(plan.problem);
  if (expected !== undefined && expected !== record.key)
    throw new Conflict('The plan of this re-run has changed. Review the new plan, then start the re-run.');
  requireConfirmed('re-run', plan, confirmed);
}

/** Refuses destructive effects that were not confirmed by the ids of their steps. @throws Invalid */
export function requireConfirmed(
  what: 're-run' | 'try',
  plan: RerunPlan,
  confirmed: readonly string[] = [],
): void {
  const open = unconfirmed(plan, confirmed);
  if (open.length === 0) return;
  const effects = open.map(({ step, text }) => `${step} (${text})`).join(', ');
  throw new Invalid(
    `The ${what} may have effects that cannot be undone: ${effects}. Confirm these steps to start the ${what}.`,
    {
      details: { unconfirmed: open.map(({ step }) => step) },
    },
  );
}

function unconfirmed({ ledger }: RerunPlan, confirmed: readonly string[]) {
  return ledger.filter(({ effect, step }) => effect === 'destructive' && !confirmed.includes(step));
}

/** Inserts a run whose journal begins with the results of the original. */
async function takeOver(
  ctx: ServiceContext,
  { original, plan, state, events }: PreparedRerun,
  request: RunRequest,
): Promise<StartedRun> {
  const { run, place } = await prepareRun(ctx, request);
  const { at } = run.created;
  const taken = reuseEvents(plan, state, events).map((body, index) => ({ seq: index + 2, at, ...body }));
  const number = await insertRerun(ctx.sql, { run, originalId: original.id, events: taken }).finally(() =>
    place.free(),
  );
  if (number === undefined) throw noSuchRun(ctx, original.id);
  ctx.wakeWorker();
  return { id: run.id, number, version: run.version };
}
