import type { RunEvent } from '../state/events';
import type { HoldReason, RunStatus } from '../state/state';

/** Columns of the runs row after a group of events. `wakeAt` is ISO 8601, set when the run waits only for timers. */
export interface Projection {
  readonly status: RunStatus;
  readonly wakeAt: string | undefined;
  /** Why the run starts nothing. */
  readonly hold: HoldReason | undefined;
  /** Whether it waits only for decisions at breakpoints. */
  readonly atBreakpoint: boolean;
}

/** Stores the events of a run in order. A run has one writer; a call stores all of its events or none. */
export interface Journal {
  /**
   * Resolves when the events are durable.
   * @throws when another worker has leased the run; the runner then stops and records nothing
   */
  append(events: readonly RunEvent[], projection: Projection): Promise<void>;
}
