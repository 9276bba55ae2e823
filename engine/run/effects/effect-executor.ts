import type { Failure } from '../../errors';
import type { Json } from '../../json';
import type { UnitAddress } from '../state/unit';

/** Names one attempt within its run. */
export interface AttemptAddress extends UnitAddress {
  readonly attempt: number;
}

/** The outcome of an attempt, as readers of the run may see it: secrets are masked. */
export type AttemptOutcome =
  | { readonly output: Json }
  | { readonly failure: Failure }
  /** Its process is gone: whether it took effect is not known. */
  | { readonly interrupted: true };

/** Executes effects. A driver that stores outcomes itself, beside the journal, brings its own. */
export interface EffectExecutor {
  /**
   * Called once the start of an attempt is durable. `run` executes it, once, and returns its outcome; what counts is the
   * outcome that this returns, which may come later or from elsewhere.
   */
  execute(attempt: AttemptAddress, run: () => Promise<AttemptOutcome>): Promise<AttemptOutcome>;
  /** The outcome of an attempt that an earlier runner began; undefined when none is expected. */
  resume(attempt: AttemptAddress): Promise<AttemptOutcome> | undefined;
}

/** Executes attempts in this process; those of an earlier process died with it. */
export const directExecutor: EffectExecutor = {
  execute: (_, run) => run(),
  resume: () => undefined,
};
