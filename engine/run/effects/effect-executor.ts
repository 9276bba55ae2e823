import type { Failure } from '../../errors';
import type { Json } from '../../json';
import type { UnitAddress } from '../state/unit';

/** Names one attempt within its run. */
export interface AttemptAddress extends UnitAddress {
  readonly attempt: number;
}

/** The outcome of an attempt, with secrets masked. */
export type AttemptOutcome =
  | { readonly output: Json }
  | { readonly failure: Failure }
  /** Its process died: whether it took effect is unknown. */
  | { readonly interrupted: true };

/** Executes effects. A driver that stores outcomes outside the journal has its own implementation. */
export interface EffectExecutor {
  /**
   * Called once the start of an attempt is durable. `run` executes the attempt and may be called once. The outcome that
   * this method returns counts; it may come from elsewhere, for example from storage.
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
