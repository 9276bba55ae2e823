import type { Catalogue } from '../catalogue';
import type { Pipeline } from '../pipeline/schema';
import type { Clock, World } from '../ports';
import type { ChunkPort } from './chunks';
import type { RunEvent } from './events';
import type { Journal } from './journal';
import type { Performer } from './performer';
import type { SharedMemory } from './shared-memory';
import type { RunState } from './state';
import type { LoadValue } from './values';

/** All that a runner works with. */
export interface RunnerOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  /** Folded from the journal, payloads loaded. Its first event is `run_created`. */
  readonly state: RunState;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly world: World;
  /** Longest wait to sit through in memory, ms; a longer one parks the run. @default Infinity */
  readonly parkAfterMs?: number;
  /** Carries out long loops in parts. @default each loop is this run's work */
  readonly chunks?: ChunkPort;
  /** What all runs of the process hold together. @default it has no limit */
  readonly memory?: SharedMemory | undefined;
  /** Reads large values that the state only refers to. @default there are none */
  readonly load?: LoadValue;
  /** @default attempts are carried out directly */
  readonly performer?: Performer;
  /** Told when everything is durable and only attempts, timers and people can go on; with the next timer's instant, ms. */
  readonly onRest?: (nextTimer: number | undefined) => void;
  /** Told of every event as it is recorded, before it is durable. */
  readonly onEvent?: (event: RunEvent) => void;
}
