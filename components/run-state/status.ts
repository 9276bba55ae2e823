import type { Status } from '@/components/ui/status';
import type { AttemptState, HoldReason, RerunDecision, RunStatus, StepStatus, UnitState } from '@/engine';
import { hasWarning } from '@/engine/run/state/count-warnings';
import { isSerious, type RunWarnings } from '@/engine/run/state/run-warnings';
import type { RunFilter } from '@/lib/contracts/runs';
import type { RunContact } from './run-store';

const MAY_CHANGE: ReadonlySet<string> = new Set(['pending', 'running', 'waiting', 'retrying']);

/** Whether a status may still change. docs/rules.md, section 4. */
export function isOpen(status: StepStatus | RunStatus | 'warning'): boolean {
  return MAY_CHANGE.has(status);
}

/** The status to show for a status of runs: a run is queued until a worker starts it. */
export function runStatus(status: RunFilter): Status {
  return status === 'pending' ? 'queued' : status;
}

/** What decides how a run is shown. */
interface RunStanding {
  readonly status: RunStatus;
  readonly hold?: HoldReason | null | undefined;
  /** Whether it waits only for decisions at breakpoints. */
  readonly atBreakpoint?: boolean | undefined;
  readonly warnings?: RunWarnings | null | undefined;
}

/** The status of a run, the reason of its hold (`paused`, `quarantined`), or `warning` when parts of it failed. */
export function displayStatus({ status, hold, atBreakpoint, warnings }: RunStanding): Status {
  if (status === 'waiting' && atBreakpoint) return hold ?? 'paused';
  if (isOpen(status)) return hold ?? runStatus(status);
  return status === 'completed' && warnings && isSerious(warnings) ? 'warning' : status;
}

/**
 * The status to show: `unknown` for a status that may still change, while the connection is lost or the journal is not
 * read yet.
 */
export function shownStatus(
  status: StepStatus | RunStatus | 'warning',
  contact: RunContact['state'],
): Status {
  const isKnown = contact === 'live' || contact === 'ended';
  return isKnown || !isOpen(status) ? status : 'unknown';
}

/**
 * The status of a step or iteration to show: `paused` at a breakpoint, `warning` when it completed although something in
 * it failed, `reused` when this run did not execute it.
 */
export function unitStatus(unit: UnitState | undefined, contact: RunContact['state']): Status {
  if (isTakenOver(unit) && unit?.status === 'completed') return 'reused';
  if (unit?.pause && shownStatus(unit.status, contact) !== 'unknown') return 'paused';
  return unit && hasWarning(unit) ? 'warning' : shownStatus(unit?.status ?? 'pending', contact);
}

/** Whether a unit has a result without being executed in this run. */
function isTakenOver(unit: UnitState | undefined): boolean {
  return unit?.reusedFrom !== undefined || unit?.given !== undefined;
}

/** The status that shows what a re-run does with a step. */
export function plannedStatus(decision: RerunDecision): Status {
  const shown = { execute: 'planned', reuse: 'reused', skip: 'skipped', unknown: 'unknown' } as const;
  return shown[decision];
}

/**
 * The status that gives colour and glyph of an attempt. An interrupted one is shown as `stale`, since its outcome is
 * unknown.
 */
export function attemptStatus(status: AttemptState['status']): Status {
  return status === 'interrupted' ? 'stale' : status;
}
