import type { Catalogue } from '../../catalogue';
import type { Pipeline } from '../../pipeline/schema';
import type { RunState } from '../state/state';
import type { RerunChoice } from './choice';

/** A re-run to be planned. */
export interface RerunOptions {
  /** The run that is repeated, folded from its journal. */
  readonly original: RunState;
  /** The definition that it ran. */
  readonly pipeline: Pipeline;
  /** The definition of the re-run. @default the same */
  readonly next?: Pipeline | undefined;
  /** The params of the re-run. */
  readonly params: RunState['params'];
  readonly choice: RerunChoice;
  readonly catalogue: Pick<Catalogue, 'descriptors'>;
  readonly now: Date;
  /** Steps of the original whose outputs refer to files that have expired. */
  readonly expired?: ReadonlySet<string>;
}
