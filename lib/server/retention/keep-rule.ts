/** Which runs of a pipeline are kept: those that pass both. */
export interface KeepRule {
  /** Days since their end. */
  readonly days: number;
  /** The newest, so many. */
  readonly count: number;
}
