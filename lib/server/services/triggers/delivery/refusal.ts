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

/** A delivery without a run; `error` is what was thrown. */
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

/** A delivery that is refused as invalid. */
export function invalid(detail: string): Refusal {
  return { outcome: 'refused', reason: 'invalid', detail };
}

/**
 * The reason why no run could be prepared.
 * @throws errors that pass, such as a lost connection: then it may be tried again
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

/** What a database refuses now, it may take later: nothing that is only read can be at fault. */
function isOfDatabase(error: unknown): boolean {
  return isTransient(error) || (error instanceof Error && error.name === 'PostgresError');
}
