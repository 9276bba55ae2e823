import {
  type addressOf,
  findUnit,
  type Json,
  type PauseState,
  payloadValue,
  type RunState,
  waitingUnits,
} from '@/engine';
import type { PauseList, PauseRecord } from '@/lib/contracts/breakpoints';
import type { ServiceContext } from '../../context';
import { withValues } from '../plan-values';
import { debuggedRun } from './debugged-run';

/** The open pauses of a run at breakpoints, oldest first. @throws NotFound */
export async function listPauses(ctx: ServiceContext, { id }: { id: string }): Promise<PauseList> {
  const { state } = await debuggedRun(ctx, id);
  const pauses: PauseRecord[] = [];
  for (const address of waitingUnits(state)) {
    const pause = findUnit(state, address)?.pause;
    if (!pause) continue;
    const inputs = await withValues(ctx, state, () => payloadValue(pause.inputs, state.loaded));
    pauses.push(recordOf(address, pause, inputs));
  }
  pauses.sort((a, b) => a.pause - b.pause);
  return { pauses, debug: debugOf(state) };
}

function recordOf(
  { step, iteration }: ReturnType<typeof addressOf>,
  pause: PauseState,
  inputs: Json,
): PauseRecord {
  const { seq, attempt, moment, cause, since } = pause;
  const { breakpoint = null, until = null, error = null, note = null } = pause;
  return {
    ...{ pause: seq, step, iteration: [...iteration], attempt, moment, cause, since },
    ...{ breakpoint, until, inputs, error, note },
  };
}

function debugOf({ debug }: RunState): PauseList['debug'] {
  if (debug === undefined) return null;
  return { breakpoints: debug.breakpoints, pause_on_failure: debug.pause_on_failure };
}
