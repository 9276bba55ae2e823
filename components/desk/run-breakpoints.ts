import type { RunLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import type { BreakpointList, SetRunBreakpointsInput } from '@/lib/contracts/breakpoints';
import type { Trigger } from '@/lib/contracts/runs';

/** Started by no person: only breakpoints that say so pause such a run. */
const TRIGGERED: ReadonlySet<Trigger> = new Set(['schedule', 'webhook', 'pipeline']);

/** What the breakpoints of a pipeline mean for the shown run; undefined when it has ended. */
export function runBreakpoints(
  { runId, store, detail }: Pick<RunLens, 'runId' | 'store' | 'detail'>,
  { breakpoints, pause_on_failure: pausesOnFailure }: BreakpointList,
): SetRunBreakpointsInput | undefined {
  const state = store.getLatest();
  if (detail === undefined || state === undefined || !isOpen(state.status)) return undefined;
  const isTriggered = TRIGGERED.has(detail.trigger);
  return {
    id: runId,
    breakpoints: isTriggered ? breakpoints.filter(({ triggered }) => triggered === true) : breakpoints,
    pause_on_failure: pausesOnFailure && !isTriggered,
  };
}
