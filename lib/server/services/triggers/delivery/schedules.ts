import type { TransactionSql } from 'postgres';
import { type DueStep, dueStep, missedText, triggerParams } from '@/engine/triggers';
import { type ScheduleConfig, scheduleConfigSchema } from '@/lib/contracts/triggers';
import { newId } from '../../../ids';
import { insertDelivery } from '../../../store/deliveries/insert-delivery';
import type { DueTrigger } from '../../../store/deliveries/schedules';
import { takeDue } from '../../../store/deliveries/take-due';
import type { ServiceContext } from '../../context';
import { ScheduleError, timetableOf } from '../schedule';
import { deliver, internalErrorOf } from './deliver';
import type { RequestedRun, TriggerEvent } from './prepare';
import { invalid } from './refusal';

/** A schedule with its next event, or with missed times to be recorded. */
interface Step {
  readonly trigger: DueTrigger;
  readonly plan: Plan;
  readonly event: TriggerEvent | undefined;
}

/**
 * Advances due schedules: fires one due time of each, or skips missed ones. One transaction writes the
 * deliveries, the runs and the next due times; schedules of another scheduler are skipped.
 * @returns the advanced schedules
 * @throws when one schedule makes the transaction fail: the caller retries each separately
 */
export async function advanceSchedules(
  ctx: ServiceContext,
  triggers: readonly DueTrigger[],
): Promise<readonly Advanced[]> {
  const inOrder = triggers.toSorted((a, b) => order(a.pipelineId, b.pipelineId) || order(a.id, b.id));
  const steps = inOrder.map((trigger) => stepOf(trigger));
  let taken: readonly Step[] = [];
  const delivered = await deliver(
    ctx,
    steps.flatMap(({ event }) => event ?? []),
    async (tx) => {
      taken = await takeSteps(tx, steps);
      return taken.flatMap(({ event }) => event ?? []);
    },
  );
  const outcomes = new Map(delivered.map(({ event, outcome }) => [event, outcome]));
  return taken.map(({ trigger, event }) => {
    const outcome = event && outcomes.get(event);
    return { id: trigger.id, ...(outcome && { error: internalErrorOf(outcome) }) };
  });
}

/** An advanced schedule; `error` is an internal error. */
export interface Advanced {
  readonly id: string;
  readonly error?: unknown;
}

function stepOf(trigger: DueTrigger): Step {
  const plan = planOf(trigger);
  return { trigger, plan, event: plan.kind === 'miss' ? undefined : eventOf(trigger, plan) };
}

/** Takes the schedules that no other scheduler holds, and records missed times. */
async function takeSteps(tx: TransactionSql, steps: readonly Step[]): Promise<readonly Step[]> {
  const isTaken = await Promise.all(steps.map(({ trigger, plan }) => takeDue(tx, trigger, plan.nextAt)));
  const taken = steps.filter((_, place) => isTaken[place]);
  await Promise.all(
    taken.map(({ trigger, plan }) => (plan.kind === 'miss' ? recordMissed(tx, trigger, plan) : undefined)),
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
    // The platform determines which time zones exist.
    const detail = error instanceof ScheduleError ? error.message : 'The schedule is invalid. Set it again.';
    return { kind: 'unreadable', detail, nextAt: undefined };
  }
}

function configOf(trigger: DueTrigger): ScheduleConfig {
  return scheduleConfigSchema.parse(trigger.config);
}

async function recordMissed(
  tx: TransactionSql,
  trigger: DueTrigger,
  { missed }: Extract<Plan, { kind: 'miss' }>,
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

function eventOf(trigger: DueTrigger, plan: Exclude<Plan, { kind: 'miss' }>): TriggerEvent {
  return {
    trigger,
    eventKey: `due ${trigger.nextAt}`,
    dueAt: new Date(trigger.nextAt),
    skipsOverlap: plan.kind === 'fire' && configOf(trigger).overlap === 'skip',
    requested: plan.kind === 'unreadable' ? invalid(plan.detail) : requestedRun(trigger),
  };
}

function requestedRun(trigger: DueTrigger): RequestedRun {
  const payload = { due_at: trigger.nextAt };
  return {
    trigger: 'schedule',
    params: () => triggerParams({ params: trigger.params, trigger: payload, now: trigger.now.toISOString() }),
    origin: payload,
  };
}
