import type { TransactionSql } from 'postgres';
import { newId } from '../../../ids';
import { hasQuarantined, insertDelivery, isUnderWay, runOfEvent, turnOff } from '../../../store/deliveries';
import { insertRun, type NewRun } from '../../../store/new-runs';
import type { TriggerRow } from '../../../store/triggers';
import type { Attempt, Refusal } from './attempt';

/** A delivery, with the run that is ready for it. */
export interface Delivery {
  readonly trigger: Pick<TriggerRow, 'id' | 'pipelineId'>;
  /** The same one never starts a second run: a due time, a run that ended, a sender's key. */
  readonly eventKey: string;
  readonly dueAt?: Date | undefined;
  /** The key of a refusal, where the event itself may come again. @default `eventKey` */
  readonly refusedAs?: string;
  /** Starts nothing while a run that the trigger started is under way. */
  readonly skipsOverlap?: boolean;
  readonly attempt: Attempt;
}

/** The outcome of a delivery. */
export type Fired =
  | { readonly kind: 'started'; readonly id: string; readonly number: number }
  /** A repeated delivery, with the run that the first one started. */
  | { readonly kind: 'known'; readonly id: string; readonly number: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The pipeline was deleted, and the trigger is off now; or it is gone as well. */
  | { readonly kind: 'gone' };

const QUARANTINED: Refusal = {
  outcome: 'skipped',
  reason: 'quarantined',
  detail: 'Runs of this pipeline are quarantined after repeated crashes. Resume or cancel them first.',
};

const OVERLAP: Refusal = {
  outcome: 'skipped',
  reason: 'overlap',
  detail: 'The previous run of this trigger is still active.',
};

/** Records a delivery and inserts its run in one transaction: both exist or neither. */
export async function fire(tx: TransactionSql, delivery: Delivery): Promise<Fired> {
  return deliver(tx, delivery, await obstacleOf(tx, delivery));
}

/**
 * Records deliveries independently of each other, in a few round trips to the database: statements are pipelined.
 * Pipelines are locked in the order given, which is to be that of `pipelineId`.
 */
export async function fireAll(tx: TransactionSql, deliveries: readonly Delivery[]): Promise<void> {
  const refusals = await Promise.all(deliveries.map((each) => obstacleOf(tx, each)));
  await Promise.all(deliveries.map((each, place) => deliver(tx, each, refusals[place])));
}

async function deliver(tx: TransactionSql, delivery: Delivery, refusal: Refusal | undefined): Promise<Fired> {
  const { trigger, attempt } = delivery;
  if (refusal) return refuse(tx, delivery, refusal);
  if ('run' in attempt) return start(tx, delivery, attempt.run);
  await turnOff(tx, trigger.id);
  return { kind: 'gone' };
}

async function obstacleOf(tx: TransactionSql, delivery: Delivery): Promise<Refusal | undefined> {
  const { trigger, skipsOverlap, attempt } = delivery;
  if ('refusal' in attempt) return attempt.refusal;
  if ('gone' in attempt) return undefined;
  if (await hasQuarantined(tx, trigger.pipelineId)) return QUARANTINED;
  return skipsOverlap && (await isUnderWay(tx, trigger.id)) ? OVERLAP : undefined;
}

async function refuse(tx: TransactionSql, delivery: Delivery, refusal: Refusal): Promise<Fired> {
  const { trigger, dueAt, refusedAs } = delivery;
  await insertDelivery(tx, {
    id: newId('delivery'),
    triggerId: trigger.id,
    eventKey: refusedAs ?? delivery.eventKey,
    dueAt,
    ...refusal,
  });
  return { kind: 'refused', refusal };
}

async function start(tx: TransactionSql, delivery: Delivery, run: NewRun): Promise<Fired> {
  const { trigger, dueAt } = delivery;
  const isNew = await insertDelivery(tx, {
    id: newId('delivery'),
    triggerId: trigger.id,
    eventKey: delivery.eventKey,
    dueAt,
    outcome: 'started',
    runId: run.id,
  });
  if (!isNew) {
    const known = await runOfEvent(tx, trigger.id, delivery.eventKey);
    return known ? { kind: 'known', ...known } : { kind: 'gone' };
  }
  const number = await insertRun(tx, run);
  // Deleted within these milliseconds: the delivery must not name a run that does not exist.
  if (number === undefined) throw new PipelineGone(trigger.pipelineId);
  return { kind: 'started', id: run.id, number };
}

/** The pipeline was deleted while a run of it was about to start: nothing may stay of the transaction. */
class PipelineGone extends Error {
  constructor(pipelineId: string) {
    super(`The pipeline ${pipelineId} was deleted while a trigger fired.`);
    this.name = 'PipelineGone';
  }
}
