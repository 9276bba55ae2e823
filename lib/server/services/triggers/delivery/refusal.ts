import { ExpressionError } from '@/engine';
import type { DELIVERY_REASONS, TriggerDelivery } from '@/lib/contracts/triggers';
import { isTransient } from '../../../store/retry';
import { isServiceError } from '../../errors';

/** Why a delivery starts no run. */
export interface Refusal {
  readonly outcome: Exclude<TriggerDelivery['outcome'], 'started'>;
  readonly reason: (typeof DELIVERY_REASONS)[number];
  /** One sentence for people. */
  readonly detail: string;
}

/** A delivery without a run; `error` is the cause. */
export type NoRun =
  | { readonly refusal: Refusal; readonly error?: unknown }
  /** The pipeline was deleted. */
  | { readonly gone: true };

const INTERNAL: Refusal = {
  outcome: 'refused',
  reason: 'internal',
  detail: 'Internal error. See the server log for details.',
};

export const QUARANTINED: Refusal = {
  outcome: 'skipped',
  reason: 'quarantined',
  detail: 'Runs of this pipeline are quarantined after repeated crashes. Resume or cancel them first.',
};

export const OVERLAP: Refusal = {
  outcome: 'skipped',
  reason: 'overlap',
  detail: 'The previous run of this trigger is still active.',
};

export function invalid(detail: string): Refusal {
  return { outcome: 'refused', reason: 'invalid', detail };
}

/**
 * Why no run could be prepared.
 * @throws temporary errors, such as a lost connection: the caller may retry
 */
export function refusalOf(error: unknown): NoRun {
  if (error instanceof ExpressionError) {
    const detail = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    return { refusal: invalid(detail), error };
  }
  if (isOfDatabase(error)) throw error;
  if (!isServiceError(error)) return { refusal: INTERNAL, error };
  switch (error.code) {
    case 'not_found':
      return { gone: true };
    case 'invalid':
    case 'queue_full':
      return { refusal: { outcome: 'refused', reason: error.code, detail: error.message }, error };
    default:
      return { refusal: INTERNAL, error };
  }
}

/** Errors of the database are temporary here: preparation only reads. */
function isOfDatabase(error: unknown): boolean {
  return isTransient(error) || (error instanceof Error && error.name === 'PostgresError');
}
