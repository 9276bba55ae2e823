import type { TransactionSql } from 'postgres';
import { type DueStep, dueStep, missedText } from '@/engine/triggers/due';
import { triggerParams } from '@/engine/triggers/params';
import { type ScheduleConfig, scheduleConfigSchema } from '@/lib/contracts/triggers';
import { between } from '../../../failpoint';
import { newId } from '../../../ids';
import { type DueTrigger, insertDelivery, takeDue } from '../../../store/deliveries';
import type { ServiceContext } from '../../context';
import { ScheduleError, timetableOf } from '../schedule';
import { type Attempt, attempt, internalOf } from './attempt';
import { type Delivery, fireAll } from './fire';

/** A schedule, and what is to be done about it. */
type Ready =
  | { readonly trigger: DueTrigger; readonly plan: Missed }
  | { readonly trigger: DueTrigger; readonly plan: Fireable; readonly attempt: Attempt };

type Missed = Extract<DueStep, { kind: 'miss' }>;
type Fireable = Exclude<Plan, { kind: 'miss' }>;

/**
 * Does the next thing about schedules that are due: fires one due time of each, or lets go of those that were missed. What
 * is recorded, the runs, and when they are due next are written in one transaction; what another scheduler does is left to
 * it. Answers what it did.
 * @throws when one of them keeps all from it: then each is to be tried for itself
 */
export async function advanceSchedules(
  ctx: ServiceContext,
  triggers: readonly DueTrigger[],
): Promise<readonly Advanced[]> {
  const inOrder = triggers.toSorted((a, b) => order(a.pipelineId, b.pipelineId) || order(a.id, b.id));
  const ready = await Promise.all(inOrder.map((trigger) => readyOf(ctx, trigger)));
  const taken = await between('delivery', () => ctx.sql.begin((tx) => write(tx, ready)));
  if (taken.length > 0) ctx.wakeWorker();
  return taken.map((each) => ({
    id: each.trigger.id,
    ...('attempt' in each && { error: internalOf(each.attempt) }),
  }));
}

/** A schedule that went on; `error` is what went wrong in Pipewright itself meanwhile. */
export interface Advanced {
  readonly id: string;
  readonly error?: unknown;
}

async function readyOf(ctx: ServiceContext, trigger: DueTrigger): Promise<Ready> {
  const plan = planOf(trigger);
  return plan.kind === 'miss'
    ? { trigger, plan }
    : { trigger, plan, attempt: await attemptOf(ctx, trigger, plan) };
}

async function write(tx: TransactionSql, ready: readonly Ready[]): Promise<readonly Ready[]> {
  const isTaken = await Promise.all(ready.map(({ trigger, plan }) => takeDue(tx, trigger, plan.nextAt)));
  const taken = ready.filter((_, place) => isTaken[place]);
  await Promise.all(taken.map((each) => ('attempt' in each ? undefined : recordMissed(tx, each))));
  await fireAll(
    tx,
    taken.flatMap((each) => ('attempt' in each ? [deliveryOf(each)] : [])),
  );
  return taken;
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
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
    const detail = error instanceof ScheduleError ? error.message : 'The schedule is invalid. Set it again.';
    return { kind: 'unreadable', detail, nextAt: undefined };
  }
}

function configOf(trigger: DueTrigger): ScheduleConfig {
  return scheduleConfigSchema.parse(trigger.config);
}

async function recordMissed(
  tx: TransactionSql,
  { trigger, plan: { missed } }: Extract<Ready, { plan: Missed }>,
): Promise<void> {
  await insertDelivery(tx, {
    id: newId('delivery'),
    triggerId: trigger.id,
    eventKey: `missed ${missed.first.toISOString()}`,
    dueAt: missed.first,
    outcome: 'skipped',
    reason: 'missed',
    detail: missedText(missed),
  });
}

function deliveryOf({ trigger, plan, attempt }: Extract<Ready, { plan: Fireable }>): Delivery {
  return {
    trigger,
    eventKey: `due ${trigger.nextAt}`,
    dueAt: new Date(trigger.nextAt),
    skipsOverlap: plan.kind === 'fire' && configOf(trigger).overlap === 'skip',
    attempt,
  };
}

async function attemptOf(ctx: ServiceContext, trigger: DueTrigger, plan: Fireable): Promise<Attempt> {
  if (plan.kind === 'unreadable') {
    return { refusal: { outcome: 'refused', reason: 'invalid', detail: plan.detail } };
  }
  const payload = { due_at: trigger.nextAt };
  return attempt(ctx, () => ({
    pipelineId: trigger.pipelineId,
    version: undefined,
    params: triggerParams({ params: trigger.params, trigger: payload, now: trigger.now.toISOString() }),
    trigger: 'schedule',
    triggerId: trigger.id,
    origin: payload,
  }));
}
