import type { TransactionSql } from 'postgres';
import { newId } from '../services/ids';
import { hasQuarantined, insertFiring, isUnderWay, runOfOccasion, turnOff } from '../store/firings';
import { insertRun, type NewRun } from '../store/new-runs';
import type { TriggerRow } from '../store/triggers';
import type { Attempt, Refusal } from './attempt';

/** One occasion to fire, with the run that is ready for it. */
export interface Occasion {
  readonly trigger: Pick<TriggerRow, 'id' | 'pipelineId'>;
  /** The same one never starts a second run: a due time, a run that ended, a sender's key. */
  readonly occasion: string;
  readonly dueAt?: Date | undefined;
  /** What a refusal is recorded as, where the occasion itself may come again. @default `occasion` */
  readonly refusedAs?: string;
  /** Starts nothing while a run that the trigger started is under way. */
  readonly skipsOverlap?: boolean;
  readonly attempt: Attempt;
}

/** What became of an occasion. */
export type Fired =
  | { readonly kind: 'started'; readonly id: string; readonly number: number }
  /** It was an occasion before; with the run that it started then. */
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

/** Carries out an occasion within a transaction: the record of it and the run exist both or not at all. */
export async function fire(tx: TransactionSql, occasion: Occasion): Promise<Fired> {
  return carryOut(tx, occasion, await obstacleOf(tx, occasion));
}

/**
 * Carries out some occasions, each for itself, in a handful of exchanges with the database: statements travel one behind the
 * other. Pipelines are locked in the order given, which is to be that of `pipelineId`.
 */
export async function fireAll(tx: TransactionSql, occasions: readonly Occasion[]): Promise<void> {
  const refusals = await Promise.all(occasions.map((each) => obstacleOf(tx, each)));
  await Promise.all(occasions.map((each, place) => carryOut(tx, each, refusals[place])));
}

async function carryOut(
  tx: TransactionSql,
  occasion: Occasion,
  refusal: Refusal | undefined,
): Promise<Fired> {
  const { trigger, attempt } = occasion;
  if (refusal) return refuse(tx, occasion, refusal);
  if ('run' in attempt) return start(tx, occasion, attempt.run);
  await turnOff(tx, trigger.id);
  return { kind: 'gone' };
}

async function obstacleOf(tx: TransactionSql, occasion: Occasion): Promise<Refusal | undefined> {
  const { trigger, skipsOverlap, attempt } = occasion;
  if ('refusal' in attempt) return attempt.refusal;
  if ('gone' in attempt) return undefined;
  if (await hasQuarantined(tx, trigger.pipelineId)) return QUARANTINED;
  return skipsOverlap && (await isUnderWay(tx, trigger.id)) ? OVERLAP : undefined;
}

async function refuse(tx: TransactionSql, occasion: Occasion, refusal: Refusal): Promise<Fired> {
  const { trigger, dueAt, refusedAs } = occasion;
  await insertFiring(tx, {
    id: newId('firing'),
    triggerId: trigger.id,
    occasion: refusedAs ?? occasion.occasion,
    dueAt,
    ...refusal,
  });
  return { kind: 'refused', refusal };
}

async function start(tx: TransactionSql, occasion: Occasion, run: NewRun): Promise<Fired> {
  const { trigger, dueAt } = occasion;
  const isNew = await insertFiring(tx, {
    id: newId('firing'),
    triggerId: trigger.id,
    occasion: occasion.occasion,
    dueAt,
    outcome: 'started',
    runId: run.id,
  });
  if (!isNew) {
    const known = await runOfOccasion(tx, trigger.id, occasion.occasion);
    return known ? { kind: 'known', ...known } : { kind: 'gone' };
  }
  const number = await insertRun(tx, run);
  // Deleted within these milliseconds: the firing must not name a run that never was.
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
