import type { JsonObject } from '../../json';
import type { RerunScope } from '../state/events';

/** Which steps a person wants to execute again. */
export interface RerunChoice {
  readonly scope: RerunScope;
  /** The step of `from` and `only`. */
  readonly step?: string | undefined;
  /** Parameters that replace written ones, by step. Canonical names. */
  readonly inputs?: Readonly<Record<string, JsonObject>> | undefined;
}
