import type { Status } from '@/components/ui/status';
import type { AttemptState, HoldReason, RunStatus, StepStatus } from '@/engine';
import type { RunContact } from './run-store';

const MAY_CHANGE: ReadonlySet<string> = new Set(['pending', 'running', 'waiting', 'retrying']);

/** Whether a status is one that may still change. docs/rules.md, section 4. */
export function isOpen(status: StepStatus | RunStatus): boolean {
  return MAY_CHANGE.has(status);
}

/** How a run stands, in one word: one that is held says so. */
export function runStanding(run: { status: RunStatus; hold?: HoldReason | null | undefined }): Status {
  return isOpen(run.status) ? (run.hold ?? run.status) : run.status;
}

/** The status to show. Without contact, or before the journal is read, nobody knows how an open thing stands: it does not say that it does. */
export function shownStatus(status: StepStatus | RunStatus, contact: RunContact['state']): Status {
  const isKnown = contact === 'live' || contact === 'ended';
  return isKnown || !isOpen(status) ? status : 'unknown';
}

/** The colour and glyph of an attempt. An interrupted one waits for an answer that only a person has. */
export function attemptStatus(status: AttemptState['status']): Status {
  return status === 'interrupted' ? 'stale' : status;
}
