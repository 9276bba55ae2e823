import { QUARANTINE_CRASHES } from '@/drizzle/predicates';
import type { Projection, RunEvent, RunEventBody } from '@/engine';
import type { ClaimedRun } from '../store/claims';

/** The columns of a run that the decision is based on. */
export type RunSummary = Pick<
  ClaimedRun,
  'crashCount' | 'isPaused' | 'isBlamed' | 'cancelRequested' | 'status' | 'lastSeq'
>;

/** What happens to a run that is not opened. */
export interface QuarantineDecision {
  readonly events: readonly RunEvent[];
  readonly projection: Projection;
  /** The run has ended; otherwise it is quarantined until a person resumes or cancels it. */
  readonly hasEnded: boolean;
}

/**
 * Decides by its row alone that a run is not to be opened: reading its journal may be what kills its workers. A run that
 * crashed too often is quarantined, also when it crashed again directly after a person had resumed it. A run that crashes
 * even while it is cancelled is cancelled here.
 */
export function decideQuarantine(claim: RunSummary, now: Date): QuarantineDecision | undefined {
  if (claim.crashCount < QUARANTINE_CRASHES) return undefined;
  return claim.cancelRequested ? cancel(claim, now) : quarantine(claim, now);
}

function quarantine(claim: RunSummary, now: Date): QuarantineDecision | undefined {
  if (claim.isPaused && !claim.isBlamed) return undefined;
  const status = claim.status === 'pending' ? 'pending' : 'waiting';
  return {
    events: numbered(claim, now, [{ type: 'run_paused', reason: 'crashes', detail: sentence(claim) }]),
    projection: { status, wakeAt: undefined, hold: 'quarantined', atBreakpoint: false },
    hasEnded: false,
  };
}

function cancel(claim: RunSummary, now: Date): QuarantineDecision | undefined {
  if (claim.crashCount === QUARANTINE_CRASHES || !claim.isBlamed) return undefined;
  return {
    events: numbered(claim, now, [{ type: 'cancel_requested' }, { type: 'run_cancelled', outputs: {} }]),
    projection: { status: 'cancelled', wakeAt: undefined, hold: undefined, atBreakpoint: false },
    hasEnded: true,
  };
}

function numbered({ lastSeq }: RunSummary, now: Date, bodies: readonly RunEventBody[]): RunEvent[] {
  const at = now.toISOString();
  return bodies.map((body, place) => ({ seq: lastSeq + 1 + place, at, ...body }));
}

/** Why a run is quarantined, for people. */
function sentence({ crashCount }: RunSummary): string {
  return `The worker of this run crashed ${crashCount} times in a row before a step finished. Check the steps that were running, then resume or cancel the run.`;
}
