/** Which runs of a pipeline are kept: those within both limits. */
export interface KeepRule {
  /** Maximum age since the end of a run, in days. */
  readonly days: number;
  /** Number of newest runs. */
  readonly count: number;
}
