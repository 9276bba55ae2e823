import type { CompletionScope } from '@/engine';
import type { ExampleValues } from '../model/samples';

/** The names that expressions of one step may read, with their types. */
export interface ExpressionScope extends CompletionScope {
  /** Steps that have ended when this one runs, nearest first. */
  readonly before: ReadonlySet<string>;
  /** Steps that wait for this one; reading them would create a cycle. */
  readonly after: ReadonlySet<string>;
  /** Values of runs. */
  readonly examples: ExampleValues;
}
