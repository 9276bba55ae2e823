import { useLens } from '@/components/run-state/run-context';
import { displayStatus, isOpen, shownStatus } from '@/components/run-state/status';
import { useRunContact, useRunState } from '@/components/run-state/use-run';
import type { Status } from '@/components/ui/status';
import { type HoldReason, type RunState, type RunStatus, type RunWarnings, warningsOf } from '@/engine';

/** The last known status of the run, and the status to show. */
export function useRunStatus(): {
  readonly status: RunStatus;
  readonly hold: HoldReason | undefined;
  readonly shown: Status;
  /** Of a run that has completed. */
  readonly warnings: RunWarnings | undefined;
} {
  const { detail } = useLens();
  const run = useRunState(statusOf);
  const contact = useRunContact();
  // The record has the status when the page was opened, and the end before the journal is read up to it.
  const isOver = detail !== undefined && !isOpen(detail.status);
  const isOpening = contact.state === 'opening' && detail !== undefined;
  const recorded = {
    status: detail?.status ?? ('pending' as const),
    hold: detail?.hold ?? undefined,
    atBreakpoint: detail?.atBreakpoint,
  };
  const { status, hold, atBreakpoint } = isOver || isOpening ? recorded : (run ?? recorded);
  const isHidden = !isOpening && shownStatus(status, contact.state) === 'unknown';
  const warnings = run?.warnings ?? detail?.warnings ?? undefined;
  const shown = displayStatus({ status, hold, atBreakpoint, warnings });
  return { status, hold, warnings, shown: isHidden ? 'unknown' : shown };
}

function statusOf(run: RunState) {
  const { status, hold, pauses } = run;
  return {
    status,
    atBreakpoint: pauses > 0,
    hold: hold?.reason,
    warnings: status === 'completed' ? warningsOf(run) : undefined,
  };
}
