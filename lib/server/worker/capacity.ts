import type { LeasedRun } from './leased-run';

/** Overcommit slots, as a share of the slots, so that no pipeline waits for another's long runs. */
const OVERCOMMIT_SHARE = 1 / 4;

/** How many runs a worker may claim, and which. */
export interface Capacity {
  /** Number of free slots; none when it is not positive. */
  readonly limit: number;
  /** Pipelines whose runs are not claimed. */
  readonly excludePipelines?: readonly string[];
}

/** The free slots; when there are none, the overcommit slots, which are for pipelines that have no run here. */
export function capacityFor(
  slots: number,
  leased: readonly LeasedRun[],
  allowsOvercommit: boolean,
): Capacity {
  const limit = slots - leased.length;
  if (limit > 0 || !allowsOvercommit) return { limit };
  const pipelines = leased.map(({ claim }) => claim.pipelineId);
  return { limit: limit + Math.ceil(slots * OVERCOMMIT_SHARE), excludePipelines: [...new Set(pipelines)] };
}
