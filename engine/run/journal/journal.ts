import type { RunEvent } from '../state/events';
import type { HoldReason, RunStatus } from '../state/state';

/** What the runs row shows after a group of events. `wakeAt` is ISO 8601, when only timers are left to wait for. */
export interface Projection {
  readonly status: RunStatus;
  readonly wakeAt: string | undefined;
  /** Why nothing of it starts. */
  readonly hold: HoldReason | undefined;
}

/** Where a run's events go: one writer per run, in order, all or nothing. */
export interface Journal {
  /**
   * Resolves when the events are durable.
   * @throws when the run belongs to another worker now; the runner then stops without a trace
   */
  append(events: readonly RunEvent[], projection: Projection): Promise<void>;
}
