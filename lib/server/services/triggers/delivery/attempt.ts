import { ExpressionError } from '@/engine';
import type { DELIVERY_REASONS, TriggerDelivery } from '@/lib/contracts/triggers';
import type { NewRun } from '../../../store/new-runs';
import { isTransient } from '../../../store/retry';
import type { ServiceContext } from '../../context';
import { isServiceError } from '../../errors';
import { prepareRun, type RunRequest } from '../../runs/begin';

/** Why a delivery starts no run. */
export interface Refusal {
  readonly outcome: Exclude<TriggerDelivery['outcome'], 'started'>;
  readonly reason: (typeof DELIVERY_REASONS)[number];
  /** One sentence for people. */
  readonly detail: string;
}

/** A run that is ready to be inserted, or why there is none; `error` is what was thrown. */
export type Attempt =
  | { readonly run: NewRun }
  | { readonly refusal: Refusal; readonly error?: unknown }
  /** The pipeline was deleted. */
  | { readonly gone: true };

const INTERNAL: Refusal = {
  outcome: 'refused',
  reason: 'internal',
  detail: 'Internal error. See the server log for details.',
};

/**
 * Makes a run ready; nothing is written yet.
 * @param request gives its params late, since templates in them may fail
 * @throws errors that pass, such as a lost connection: then it may be tried again
 */
export async function attempt(
  ctx: ServiceContext,
  request: () => RunRequest | Promise<RunRequest>,
): Promise<Attempt> {
  try {
    const run = await prepareRun(ctx, await request());
    await ctx.queueLimit.admit(run.pipelineId, () => Promise.resolve());
    return { run };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Attempt {
  if (error instanceof ExpressionError) {
    const detail = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    return { refusal: { outcome: 'refused', reason: 'invalid', detail }, error };
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

/** The internal error of an attempt, if there is one: it is logged, and not retried. */
export function internalOf(made: Attempt): unknown {
  return 'refusal' in made && made.refusal.reason === 'internal' ? made.error : undefined;
}

/** Throws the internal error of an attempt, once the delivery is recorded: it is logged, and not retried. */
export function throwInternal(made: Attempt): void {
  if ('refusal' in made && made.refusal.reason === 'internal') throw made.error;
}
