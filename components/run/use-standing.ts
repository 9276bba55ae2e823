import { useLens } from '@/components/run-state/run-context';
import { isOpen, runStanding, shownStatus } from '@/components/run-state/status';
import { useRunContact, useRunState } from '@/components/run-state/use-run';
import type { Status } from '@/components/ui/status';
import type { HoldReason, RunState, RunStatus } from '@/engine';

/** How the run stands as far as anybody knows, and how to show it. */
export function useStanding(): {
  readonly status: RunStatus;
  readonly hold: HoldReason | undefined;
  readonly shown: Status;
} {
  const { detail } = useLens();
  const run = useRunState(standingOf);
  const contact = useRunContact();
  // The record knows how the run stood when the page was opened; the journal takes a moment to read. It also knows the
  // end before the journal has been read to it.
  const isOver = detail !== undefined && !isOpen(detail.status);
  const isOpening = contact.state === 'opening' && detail !== undefined;
  const recorded = { status: detail?.status ?? ('pending' as const), hold: detail?.hold ?? undefined };
  const { status, hold } = isOver || isOpening ? recorded : (run ?? recorded);
  const isHidden = !isOpening && shownStatus(status, contact.state) === 'unknown';
  return { status, hold, shown: isHidden ? 'unknown' : runStanding({ status, hold }) };
}

function standingOf({ status, hold }: RunState) {
  return { status, hold: hold?.reason };
}
