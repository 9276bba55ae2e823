import type { ValuePlace } from './value-place';

/** One place reads another. Wildcards in both paths stand for the same indexes, in order. */
export interface Hop {
  readonly from: ValuePlace;
  readonly to: ValuePlace;
  /** Whether the value arrives unchanged. */
  readonly isSame: boolean;
}
