import type { Failure } from '../errors';
import type { Json } from '../json';
import type { UnitAddress } from './unit';

/** Names one attempt within its run. */
export interface AttemptAddress extends UnitAddress {
  readonly attempt: number;
}

/** What an attempt left behind, as everybody who sees the run may have it: secrets are masked. */
export type AttemptOutcome =
  | { readonly output: Json }
  | { readonly failure: Failure }
  /** What carried it out is gone: whether it took effect is not known. */
  | { readonly interrupted: true };

/** Stands between the runner and its effects where a driver keeps outcomes itself, beside the journal. */
export interface Performer {
  /**
   * Told once the start of an attempt is durable. `carryOut` does it, once, and gives its outcome; what counts is the
   * outcome that this answers, which may come later or from elsewhere.
   */
  perform(attempt: AttemptAddress, carryOut: () => Promise<AttemptOutcome>): Promise<AttemptOutcome>;
  /** The outcome of an attempt that an earlier runner began; undefined when it has none to wait for. */
  takeOver(attempt: AttemptAddress): Promise<AttemptOutcome> | undefined;
}

/** Carries out attempts in this process; those of an earlier one died with it. */
export const directPerformer: Performer = {
  perform: (_, carryOut) => carryOut(),
  takeOver: () => undefined,
};
