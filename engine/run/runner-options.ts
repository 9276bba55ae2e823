import type { Catalogue } from '../catalogue';
import type { Pipeline } from '../pipeline/schema';
import type { Clock, World } from '../ports';
import type { ChunkPort } from './chunks/chunks';
import type { EffectExecutor } from './effects/effect-executor';
import type { Journal } from './journal/journal';
import type { SharedMemory } from './memory/shared-memory';
import type { LoadValue } from './memory/values';
import type { RunEvent } from './state/events';
import type { RunState } from './state/state';

export interface RunnerOptions {
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  /** Folded from the journal, payloads loaded. Its first event is `run_created`. */
  readonly state: RunState;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly world: World;
  /** Longest wait that is spent in memory, in ms; a longer one parks the run. @default Infinity */
  readonly parkAfterMs?: number;
  /** Executes long loops in chunks. @default the run executes each loop itself */
  readonly chunks?: ChunkPort;
  /** Memory shared by all runs of the process. @default unlimited */
  readonly memory?: SharedMemory | undefined;
  /** Reads large values that the state only refers to. Required when the state has such values. */
  readonly load?: LoadValue;
  /** @default attempts are executed directly */
  readonly executor?: EffectExecutor;
  /**
   * Called when everything is durable and the run waits only for attempts, timers and people. @param nextTimer in ms
   * since 1970
   */
  readonly onIdle?: (nextTimer: number | undefined) => void;
  /** Called with every event as it is recorded, before it is durable. */
  readonly onEvent?: (event: RunEvent) => void;
}
