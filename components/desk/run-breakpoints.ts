import type { RunLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { breakpointProblems } from '@/engine';
import type { BreakpointList, SetRunBreakpointsInput } from '@/lib/contracts/breakpoints';
import type { Trigger } from '@/lib/contracts/runs';

/** Started by no person: only breakpoints that say so pause such a run. */
const TRIGGERED: ReadonlySet<Trigger> = new Set(['schedule', 'webhook', 'pipeline']);

/** What the breakpoints of a pipeline mean for the shown run; undefined when it has ended. */
export function runBreakpoints(
  { runId, store, detail, definition }: Pick<RunLens, 'runId' | 'store' | 'detail' | 'definition'>,
  { breakpoints, pause_on_failure: pausesOnFailure }: BreakpointList,
): SetRunBreakpointsInput | undefined {
  const state = store.getLatest();
  if (!detail || !definition || state === undefined || !isOpen(state.status)) return undefined;
  const isTriggered = TRIGGERED.has(detail.trigger);
  // The run may be of another version, which lacks some places.
  const problems = breakpointProblems(definition.graph, breakpoints);
  const unusable = new Set(problems.map(({ breakpoint }) => breakpoint));
  return {
    id: runId,
    breakpoints: breakpoints.filter(
      ({ id, enabled, triggered }) => enabled && !unusable.has(id) && (!isTriggered || triggered === true),
    ),
    pause_on_failure: pausesOnFailure && !isTriggered,
  };
}
