import type { RunEvent, RunEventBody } from '@/engine/run/events';
import { type ClaimedRun, QUARANTINE_CRASHES } from '../store/claims';
import type { Projection } from '../store/journal';

/** What a verdict is about. */
export type JudgedRun = Pick<
  ClaimedRun,
  'crashCount' | 'isOnHold' | 'isBlamed' | 'cancelRequested' | 'status' | 'lastSeq'
>;

/** What becomes of a run that is not opened. */
export interface Verdict {
  readonly events: readonly RunEvent[];
  readonly projection: Projection;
  /** The run has ended; otherwise it is held until a person says what is to be done. */
  readonly hasEnded: boolean;
}

/**
 * Decides about a run by its row alone whether nobody is to open it: to read its journal may be what kills its workers.
 * One that crashed too often is held, also when it did so again at once after somebody had let it go on. One that dies
 * even of its cancellation is cancelled here.
 */
export function verdictOn(claim: JudgedRun, now: Date): Verdict | undefined {
  if (claim.crashCount < QUARANTINE_CRASHES) return undefined;
  return claim.cancelRequested ? cancelled(claim, now) : held(claim, now);
}

function held(claim: JudgedRun, now: Date): Verdict | undefined {
  if (claim.isOnHold && !claim.isBlamed) return undefined;
  const status = claim.status === 'pending' ? 'pending' : 'waiting';
  return {
    events: numbered(claim, now, [{ type: 'run_paused', reason: 'crashes', detail: sentence(claim) }]),
    projection: { status, wakeAt: undefined, hold: 'quarantined' },
    hasEnded: false,
  };
}

function cancelled(claim: JudgedRun, now: Date): Verdict | undefined {
  if (claim.crashCount === QUARANTINE_CRASHES || !claim.isBlamed) return undefined;
  return {
    events: numbered(claim, now, [{ type: 'cancel_requested' }, { type: 'run_cancelled', outputs: {} }]),
    projection: { status: 'cancelled', wakeAt: undefined, hold: undefined },
    hasEnded: true,
  };
}

function numbered({ lastSeq }: JudgedRun, now: Date, bodies: readonly RunEventBody[]): RunEvent[] {
  const at = now.toISOString();
  return bodies.map((body, place) => ({ seq: lastSeq + 1 + place, at, ...body }));
}

/** Why a run is held, for people. */
function sentence({ crashCount }: JudgedRun): string {
  return `The worker of this run crashed ${crashCount} times in a row before a step finished. Check the steps that were running, then try again or cancel the run.`;
}
