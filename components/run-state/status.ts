import type { Status } from '@/components/ui/status';
import type { AttemptState, HoldReason, RunStatus, StepStatus } from '@/engine';
import type { RunContact } from './run-store';

const MAY_CHANGE: ReadonlySet<string> = new Set(['pending', 'running', 'waiting', 'retrying']);

/** Whether a status may still change. docs/rules.md, section 4. */
export function isOpen(status: StepStatus | RunStatus): boolean {
  return MAY_CHANGE.has(status);
}

/** The status of a run, or the reason of its hold (`paused`, `quarantined`). */
export function displayStatus(run: { status: RunStatus; hold?: HoldReason | null | undefined }): Status {
  return isOpen(run.status) ? (run.hold ?? run.status) : run.status;
}

/**
 * The status to show: `unknown` for a status that may still change, while the connection is lost or the journal is not
 * read yet.
 */
export function shownStatus(status: StepStatus | RunStatus, contact: RunContact['state']): Status {
  const isKnown = contact === 'live' || contact === 'ended';
  return isKnown || !isOpen(status) ? status : 'unknown';
}

/**
 * The status that gives colour and glyph of an attempt. An interrupted one is shown as `stale`, since its outcome is
 * unknown.
 */
export function attemptStatus(status: AttemptState['status']): Status {
  return status === 'interrupted' ? 'stale' : status;
}
