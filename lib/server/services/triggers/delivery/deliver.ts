import type { TransactionSql } from 'postgres';
import { between } from '../../../failpoint';
import { newId } from '../../../ids';
import { insertDelivery } from '../../../store/deliveries/insert-delivery';
import { hasQuarantined, isUnderWay, runOfEvent } from '../../../store/deliveries/runs-of-triggers';
import { turnOff } from '../../../store/deliveries/schedules';
import { insertRun, type NewRun } from '../../../store/new-runs';
import type { ServiceContext } from '../../context';
import { type PreparedEvent, prepareEvent, type TriggerEvent } from './prepare';
import { OVERLAP, QUARANTINED, type Refusal } from './refusal';

/** The outcome of a delivery. */
export type Outcome =
  | { readonly kind: 'started'; readonly id: string; readonly number: number }
  /** A repeated delivery, with the run that the first one started. */
  | { readonly kind: 'known'; readonly id: string; readonly number: number }
  /** `error` is what was thrown while the run was prepared. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly error?: unknown }
  /** The pipeline was deleted, and the trigger is off now; or it is gone as well. */
  | { readonly kind: 'gone' };

/** An event with its outcome. */
export interface Delivered<E extends TriggerEvent> {
  readonly event: E;
  readonly outcome: Outcome;
}

/**
 * Delivers events of triggers: the only way from an event to a run. Prepares the runs first, each with one
 * version of its pipeline; then one transaction takes the events, records them and inserts the runs. A run
 * keeps its place in the queue until the transaction has ended.
 * @param events in the order of their pipelines, in which all transactions lock pipelines
 * @param take takes the events for this transaction and returns those still to be delivered
 * @throws temporary errors, such as a lost connection: the caller may retry
 */
export async function deliver<E extends TriggerEvent>(
  ctx: ServiceContext,
  events: readonly E[],
  take: (tx: TransactionSql) => Promise<readonly E[]> = () => Promise.resolve(events),
): Promise<readonly Delivered<E>[]> {
  const tried = await Promise.allSettled(events.map((event) => prepareEvent(ctx, event)));
  const prepared = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    const failed = tried.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    const delivered = await between('delivery', () =>
      ctx.sql.begin(async (tx) => {
        const taken = new Set(await take(tx));
        return writeAll(
          tx,
          prepared.filter(({ event }) => taken.has(event)),
        );
      }),
    );
    if (delivered.some(({ outcome }) => outcome.kind === 'started')) ctx.wakeWorker();
    return delivered;
  } finally {
    for (const { ready } of prepared) if ('run' in ready) ready.place.free();
  }
}

/** Statements are pipelined, so that all writes take a few round trips. */
async function writeAll<E extends TriggerEvent>(
  tx: TransactionSql,
  prepared: readonly PreparedEvent<E>[],
): Promise<readonly Delivered<E>[]> {
  const obstacles = await Promise.all(prepared.map((each) => obstacleOf(tx, each)));
  return Promise.all(
    prepared.map(async (each, place) => ({
      event: each.event,
      outcome: await write(tx, each, obstacles[place]),
    })),
  );
}

/** Why a prepared run does not start now. */
async function obstacleOf(
  tx: TransactionSql,
  { event, ready }: PreparedEvent<TriggerEvent>,
): Promise<Refusal | undefined> {
  const { trigger, skipsOverlap } = event;
  if (!('run' in ready)) return undefined;
  if (await hasQuarantined(tx, trigger.pipelineId)) return QUARANTINED;
  return skipsOverlap && (await isUnderWay(tx, trigger.id)) ? OVERLAP : undefined;
}

async function write(
  tx: TransactionSql,
  { event, ready }: PreparedEvent<TriggerEvent>,
  obstacle: Refusal | undefined,
): Promise<Outcome> {
  if (obstacle) return refuse(tx, event, obstacle);
  if ('run' in ready) return start(tx, event, ready.run);
  if ('refusal' in ready) return { ...(await refuse(tx, event, ready.refusal)), error: ready.error };
  await turnOff(tx, event.trigger.id);
  return { kind: 'gone' };
}

async function refuse(tx: TransactionSql, event: TriggerEvent, refusal: Refusal) {
  const { trigger, dueAt, refusedAs } = event;
  await insertDelivery(tx, {
    id: newId('delivery'),
    triggerId: trigger.id,
    eventKey: refusedAs ?? event.eventKey,
    dueAt,
    ...refusal,
  });
  return { kind: 'refused', refusal } as const;
}

async function start(tx: TransactionSql, event: TriggerEvent, run: NewRun): Promise<Outcome> {
  const { trigger, dueAt, eventKey } = event;
  const isNew = await insertDelivery(tx, {
    id: newId('delivery'),
    triggerId: trigger.id,
    eventKey,
    dueAt,
    outcome: 'started',
    runId: run.id,
  });
  if (!isNew) {
    const known = await runOfEvent(tx, trigger.id, eventKey);
    return known ? { kind: 'known', ...known } : { kind: 'gone' };
  }
  const number = await insertRun(tx, run);
  // The pipeline was deleted meanwhile: the delivery must not refer to a missing run.
  if (number === undefined) throw new PipelineGone(trigger.pipelineId);
  return { kind: 'started', id: run.id, number };
}

/** The internal error of an outcome, if any, which is logged and not retried. */
export function internalErrorOf(outcome: Outcome): unknown {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'internal' ? outcome.error : undefined;
}

/** The pipeline was deleted before its run started: the transaction is rolled back. */
class PipelineGone extends Error {
  constructor(pipelineId: string) {
    super(`The pipeline ${pipelineId} was deleted while a trigger fired.`);
    this.name = 'PipelineGone';
  }
}
