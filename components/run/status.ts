import type { Contact } from '@/client/events';
import type { Status } from '@/components/ui/status';
import type { AttemptState, RunStatus, StepStatus } from '@/engine';

const MAY_CHANGE: ReadonlySet<string> = new Set(['pending', 'running', 'waiting', 'retrying']);

/** Whether a status is one that may still change. Rules, section 4. */
export function isOpen(status: StepStatus | RunStatus): boolean {
  return MAY_CHANGE.has(status);
}

/** The status to show. Without contact nobody knows whether a running thing still runs, so it does not say that it does. */
export function shownStatus(status: StepStatus | RunStatus, contact: Contact['state']): Status {
  return contact === 'lost' && isOpen(status) ? 'unknown' : status;
}

/** The colour and glyph of an attempt. An interrupted one waits for an answer that only a person has. */
export function attemptStatus(status: AttemptState['status']): Status {
  return status === 'interrupted' ? 'stale' : status;
}
