import type { JsonObject } from '../../json';
import type { RerunScope } from '../state/rerun-request';
import type { GivenOutputs } from './given';

/** Which steps a person wants to execute again. */
export interface RerunChoice {
  readonly scope: RerunScope;
  /** The step of `from`, `only` and `up_to`. */
  readonly step?: string | undefined;
  /** Index of the only iteration of the step, in a try of one iteration of a loop. */
  readonly iteration?: number | undefined;
  /** Whether it is a try: only what its step reads is taken over. */
  readonly isTry?: boolean | undefined;
  /** Outputs that take the place of executions, by step. */
  readonly given?: GivenOutputs | undefined;
  /** Parameters that replace written ones, by step. Canonical names. */
  readonly inputs?: Readonly<Record<string, JsonObject>> | undefined;
}
