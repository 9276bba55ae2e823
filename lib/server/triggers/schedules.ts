import { type DueStep, dueStep, missedText } from '@/engine/triggers/due';
import { triggerParams } from '@/engine/triggers/params';
import { type ScheduleConfig, scheduleConfigSchema } from '@/lib/contracts/triggers';
import { ScheduleError, timetableOf } from '../adapters/schedule';
import { between } from '../failpoint';
import type { ServiceContext } from '../services/context';
import { newId } from '../services/ids';
import { type DueTrigger, insertFiring, takeDue } from '../store/firings';
import { type Attempt, attempt, tellInternal } from './attempt';
import { fire } from './fire';

/**
 * Does the next thing about a schedule that is due: fires one due time, or lets go of those that were missed. What is
 * recorded, the run, and when it is due next are written in one transaction. False when another scheduler does it.
 */
export async function advanceSchedule(ctx: ServiceContext, trigger: DueTrigger): Promise<boolean> {
  const plan = planOf(trigger);
  return plan.kind === 'miss' ? recordMissed(ctx, trigger, plan) : fireDue(ctx, trigger, plan);
}

type Plan = DueStep | { readonly kind: 'unreadable'; readonly detail: string; readonly nextAt: undefined };

function planOf(trigger: DueTrigger): Plan {
  const dueAt = new Date(trigger.nextAt);
  try {
    const config = configOf(trigger);
    const timetable = timetableOf(config, new Date(trigger.createdAt));
    return dueStep({ timetable, dueAt, now: trigger.now, misfire: config.misfire });
  } catch (error) {
    // Names of time zones come and go with the platform.
    const detail =
      error instanceof ScheduleError ? error.message : 'The schedule cannot be read. Write it anew.';
    return { kind: 'unreadable', detail, nextAt: undefined };
  }
}

function configOf(trigger: DueTrigger): ScheduleConfig {
  return scheduleConfigSchema.parse(trigger.config);
}

async function recordMissed(
  { sql }: ServiceContext,
  trigger: DueTrigger,
  { missed, nextAt }: Extract<DueStep, { kind: 'miss' }>,
): Promise<boolean> {
  return between('firing', () =>
    sql.begin(async (tx) => {
      if (!(await takeDue(tx, trigger, nextAt))) return false;
      await insertFiring(tx, {
        id: newId('firing'),
        triggerId: trigger.id,
        occasion: `missed ${missed.first.toISOString()}`,
        dueAt: missed.first,
        outcome: 'skipped',
        reason: 'missed',
        detail: missedText(missed),
      });
      return true;
    }),
  );
}

async function fireDue(
  ctx: ServiceContext,
  trigger: DueTrigger,
  plan: Exclude<Plan, { kind: 'miss' }>,
): Promise<boolean> {
  const ready = await attemptOf(ctx, trigger, plan);
  const isTaken = await between('firing', () =>
    ctx.sql.begin(async (tx) => {
      if (!(await takeDue(tx, trigger, plan.nextAt))) return false;
      await fire(tx, {
        trigger,
        occasion: `due ${trigger.nextAt}`,
        dueAt: new Date(trigger.nextAt),
        skipsOverlap: plan.kind === 'fire' && configOf(trigger).overlap === 'skip',
        attempt: ready,
      });
      return true;
    }),
  );
  if (!isTaken) return false;
  ctx.wakeWorker();
  tellInternal(ready);
  return true;
}

async function attemptOf(
  ctx: ServiceContext,
  trigger: DueTrigger,
  plan: Exclude<Plan, { kind: 'miss' }>,
): Promise<Attempt> {
  if (plan.kind === 'unreadable') {
    return { refusal: { outcome: 'refused', reason: 'invalid', detail: plan.detail } };
  }
  const told = { due_at: trigger.nextAt };
  return attempt(ctx, () => ({
    pipelineId: trigger.pipelineId,
    version: undefined,
    params: triggerParams({ params: trigger.params, trigger: told, now: trigger.now.toISOString() }),
    trigger: 'schedule',
    triggerId: trigger.id,
    origin: told,
  }));
}
