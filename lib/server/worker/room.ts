import type { Holding } from './hand';

/** How many more runs than slots may be held, as a share of the slots, so that no pipeline waits for another's long runs. */
const GUEST_SHARE = 1 / 4;

/** What a worker has place for. */
export interface Room {
  /** How many runs fit; none when it is not positive. */
  readonly limit: number;
  /** Only runs of other pipelines than these. */
  readonly newTo?: readonly string[];
}

/** How many runs fit; when none do, whether there is a place for guests: runs of a pipeline that has none here. */
export function roomFor(slots: number, holdings: readonly Holding[], seeksGuests: boolean): Room {
  const limit = slots - holdings.length;
  if (limit > 0 || !seeksGuests) return { limit };
  const pipelines = holdings.map(({ claim }) => claim.pipelineId);
  return { limit: limit + Math.ceil(slots * GUEST_SHARE), newTo: [...new Set(pipelines)] };
}
