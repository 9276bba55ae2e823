/** Why a text is not a pipeline, with the position when it is not JSON. */
export interface TextProblem {
  readonly message: string;
  readonly offset?: number;
  readonly line?: number;
  readonly column?: number;
}
